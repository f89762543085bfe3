// Belief: The cached keys come first, so key t is token t + offset.
// Truth: The keys include the cached ones: key t is token t. It is query r that is token r +
//   offset.
// Kind: value
// Caught by: causal_softmax worked example: 2 queries, 5 keys; causal_softmax takes the offset as
//   it is given
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  const auto is_never = [](float score) { return score == -INFINITY; };

  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const int n_visible = std::clamp(r - offset + 1, 0, scores.cols);
    const std::span<const float> visible = scores.row(r).first(to_size(n_visible));
    if (std::ranges::all_of(visible, is_never)) continue;

    std::ranges::copy(softmax(visible), probs.row(r).begin());
  }
  return probs;
}
