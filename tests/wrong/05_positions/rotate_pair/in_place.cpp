// Belief: The new x can be stored before the new y is computed.
// Truth: The new y needs the old x: keep it. 45 degrees turn (1, 0) to (0.7071, 0.7071), not to
//   (0.7071, 0.5).
// Kind: value
// Caught by: rotate_pair worked example: the table of eighths; rotate_pair turns against the clock,
//   by radians
#include "rotate_pair.hpp"

#include <cmath>

lm::Pair lm::rotate_pair(Pair pair, double angle) {
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  pair.x = pair.x * cosine - pair.y * sine;
  pair.y = pair.x * sine + pair.y * cosine;
  return pair;
}

lm::Pair lm::quarter_turns(Pair pair, int turns) {
  const int left = (turns % 4 + 4) % 4;
  for (int turn = 0; turn < left; ++turn) pair = {-pair.y, pair.x};
  return pair;
}
