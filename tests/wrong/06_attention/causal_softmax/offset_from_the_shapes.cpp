// Belief: The last query is the last key, so the offset is keys less queries.
// Truth: Often, but it is the caller who knows: a cache may hold more rows than this call should
//   see. Use the offset that is given.
// Kind: value
// Caught by: causal_softmax takes the offset as it is given; causal_softmax never looks at a hidden
//   score
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  static_cast<void>(offset);
  const auto is_never = [](float score) { return score == -INFINITY; };

  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const int n_visible = std::clamp(r + scores.cols - scores.rows + 1, 0, scores.cols);
    const std::span<const float> visible = scores.row(r).first(to_size(n_visible));
    if (std::ranges::all_of(visible, is_never)) continue;

    std::ranges::copy(softmax(visible), probs.row(r).begin());
  }
  return probs;
}
