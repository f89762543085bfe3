// Belief: An angle is given in degrees.
// Truth: Angles are radians: a full circle is 2 pi.
// Kind: value
// Caught by: rotate_pair worked example: the table of eighths; rotate_pair turns against the clock,
//   by radians
#include "rotate_pair.hpp"

#include <cmath>
#include <numbers>

lm::Pair lm::rotate_pair(Pair pair, double angle) {
  const double cosine = std::cos(angle * std::numbers::pi / 180);
  const double sine = std::sin(angle * std::numbers::pi / 180);
  return {pair.x * cosine - pair.y * sine, pair.x * sine + pair.y * cosine};
}

lm::Pair lm::quarter_turns(Pair pair, int turns) {
  const int left = (turns % 4 + 4) % 4;
  for (int turn = 0; turn < left; ++turn) pair = {-pair.y, pair.x};
  return pair;
}
