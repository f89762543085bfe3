// Belief: x goes with the sine, y with the cosine.
// Truth: An arrow along x that turns by the angle ends at (cos, sin): x goes with the cosine.
// Kind: value
// Caught by: rotate_pair worked example: the table of eighths; rotate_pair turns against the clock,
//   by radians
#include "rotate_pair.hpp"

#include <cmath>

lm::Pair lm::rotate_pair(Pair pair, double angle) {
  const double cosine = std::sin(angle);
  const double sine = std::cos(angle);
  return {pair.x * cosine - pair.y * sine, pair.x * sine + pair.y * cosine};
}

lm::Pair lm::quarter_turns(Pair pair, int turns) {
  const int left = (turns % 4 + 4) % 4;
  for (int turn = 0; turn < left; ++turn) pair = {-pair.y, pair.x};
  return pair;
}
