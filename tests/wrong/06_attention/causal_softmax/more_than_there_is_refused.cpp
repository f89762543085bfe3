// Belief: r + offset beyond the last key is an error of the caller.
// Truth: It means that the query sees every key there is, as all queries do that come after the
//   text they look at.
// Kind: error
// Caught by: causal_softmax takes the offset as it is given
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  kit::require(scores.rows + offset <= scores.cols, "causal_softmax: ", scores.rows,
               " queries after ", offset, " tokens need more than ", scores.cols, " keys");
  const auto is_never = [](float score) { return score == -INFINITY; };

  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const int n_visible = std::clamp(r + offset + 1, 0, scores.cols);
    const std::span<const float> visible = scores.row(r).first(to_size(n_visible));
    if (std::ranges::all_of(visible, is_never)) continue;

    std::ranges::copy(softmax(visible), probs.row(r).begin());
  }
  return probs;
}
