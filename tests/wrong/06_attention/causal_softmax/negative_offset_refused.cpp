// Belief: An offset counts tokens, so it is never negative.
// Truth: It is where keys are missing: with an offset of -1 query 0 stands before all keys and gets
//   zeros.
// Kind: error
// Caught by: causal_softmax gives zeros to a query that sees no key
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  kit::require(offset >= 0, "causal_softmax: offset is ", offset, "; it must not be negative");
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
