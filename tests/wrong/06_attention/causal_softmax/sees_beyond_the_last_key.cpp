// Belief: Query r sees r + offset + 1 keys, and the caller gives as many.
// Truth: There may be fewer: all that are there are seen then. Keep the number within scores.cols.
// Kind: value
// Caught by: causal_softmax takes the offset as it is given
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  const auto is_never = [](float score) { return score == -INFINITY; };

  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const int n_visible = std::max(r + offset + 1, 0);
    const std::span<const float> visible = scores.row(r).first(to_size(n_visible));
    if (std::ranges::all_of(visible, is_never)) continue;  // true for no score at all, too

    std::ranges::copy(softmax(visible), probs.row(r).begin());
  }
  return probs;
}
