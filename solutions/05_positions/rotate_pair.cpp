// Exercise: rotate_pair         read rotate_pair.md, then make `./kit test rotate_pair` pass
#include "rotate_pair.hpp"

#include <cmath>

lm::Pair lm::rotate_pair(Pair pair, double angle) {
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  return {pair.x * cosine - pair.y * sine, pair.x * sine + pair.y * cosine};
}

lm::Pair lm::quarter_turns(Pair pair, int turns) {
  const int left = (turns % 4 + 4) % 4;
  for (int turn = 0; turn < left; ++turn) pair = {-pair.y, pair.x};
  return pair;
}
