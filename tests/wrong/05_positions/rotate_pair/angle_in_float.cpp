// Belief: Seven digits are enough for an angle, so float will do.
// Truth: A float32 angle near 131071 moves in steps of 0.0078 radians; angles are double.
// Kind: value
// Caught by: rotate_pair holds large angles in double
#include "rotate_pair.hpp"

#include <cmath>

lm::Pair lm::rotate_pair(Pair pair, double angle) {
  const float narrow = static_cast<float>(angle);
  const float cosine = std::cos(narrow);
  const float sine = std::sin(narrow);
  return {pair.x * cosine - pair.y * sine, pair.x * sine + pair.y * cosine};
}

lm::Pair lm::quarter_turns(Pair pair, int turns) {
  const int left = (turns % 4 + 4) % 4;
  for (int turn = 0; turn < left; ++turn) pair = {-pair.y, pair.x};
  return pair;
}
