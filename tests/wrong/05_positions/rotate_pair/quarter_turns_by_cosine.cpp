// Belief: A quarter turn is a turn by pi/2, so rotate_pair does it.
// Truth: The cosine of pi/2 is 6.1e-17 in double: close to 0, not equal. Exchange the channels
//   instead.
// Kind: value
// Caught by: rotate_pair worked example: (1, 2) by quarter turns
#include "rotate_pair.hpp"

#include <cmath>
#include <numbers>

lm::Pair lm::rotate_pair(Pair pair, double angle) {
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  return {pair.x * cosine - pair.y * sine, pair.x * sine + pair.y * cosine};
}

lm::Pair lm::quarter_turns(Pair pair, int turns) {
  return rotate_pair(pair, turns * std::numbers::pi / 2);
}
