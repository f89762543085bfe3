// Belief: The cosine scales x and the sine scales y.
// Truth: Both new channels mix both old ones: (x cos - y sin, x sin + y cos).
// Kind: value
// Caught by: rotate_pair worked example: the table of eighths; rotate_pair turns against the clock,
//   by radians
#include "rotate_pair.hpp"

#include <cmath>

lm::Pair lm::rotate_pair(Pair pair, double angle) {
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  return {pair.x * cosine, pair.y * sine};
}

lm::Pair lm::quarter_turns(Pair pair, int turns) {
  const int left = (turns % 4 + 4) % 4;
  for (int turn = 0; turn < left; ++turn) pair = {-pair.y, pair.x};
  return pair;
}
