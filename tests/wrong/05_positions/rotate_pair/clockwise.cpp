// Belief: A positive angle turns with the clock: (x cos + y sin, y cos - x sin).
// Truth: A positive angle turns against the clock: the minus stands in the first line.
// Kind: value
// Caught by: rotate_pair worked example: the table of eighths; rotate_pair turns against the clock,
//   by radians
#include "rotate_pair.hpp"

#include <cmath>

lm::Pair lm::rotate_pair(Pair pair, double angle) {
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  return {pair.x * cosine + pair.y * sine, pair.y * cosine - pair.x * sine};
}

lm::Pair lm::quarter_turns(Pair pair, int turns) {
  const int left = (turns % 4 + 4) % 4;
  for (int turn = 0; turn < left; ++turn) pair = {-pair.y, pair.x};
  return pair;
}
