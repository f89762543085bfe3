// Belief: turns % 4 lies between 0 and 3.
// Truth: In C++ a remainder has the sign of the dividend: -1 % 4 is -1. Add 4 and take the
//   remainder again.
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
  const int left = turns % 4;
  for (int turn = 0; turn < left; ++turn) pair = {-pair.y, pair.x};
  return pair;
}
