// Belief: A number of turns other than 0 turns once.
// Truth: It turns so many times: two quarter turns are (-x, -y).
// Kind: value
// Caught by: rotate_pair worked example: (1, 2) by quarter turns; rotate_pair worked example: the
//   table of quarter turns
#include "rotate_pair.hpp"

#include <cmath>

lm::Pair lm::rotate_pair(Pair pair, double angle) {
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  return {pair.x * cosine - pair.y * sine, pair.x * sine + pair.y * cosine};
}

lm::Pair lm::quarter_turns(Pair pair, int turns) {
  const int left = (turns % 4 + 4) % 4;
  if (left > 0) pair = {-pair.y, pair.x};
  return pair;
}
