// Belief: turns counts whole circles, so the arrow comes back to where it was.
// Truth: turns counts quarters of a circle: four of them change nothing.
// Kind: value
// Caught by: rotate_pair worked example: (1, 2) by quarter turns
#include "rotate_pair.hpp"

#include <cmath>

lm::Pair lm::rotate_pair(Pair pair, double angle) {
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  return {pair.x * cosine - pair.y * sine, pair.x * sine + pair.y * cosine};
}

lm::Pair lm::quarter_turns(Pair pair, int turns) {
  static_cast<void>(turns);
  return pair;
}
