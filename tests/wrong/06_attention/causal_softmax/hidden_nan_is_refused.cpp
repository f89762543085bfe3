// Belief: A NaN is an error wherever it stands.
// Truth: A hidden score may be anything: the rows of a buffer that no token has filled yet may hold
//   NaN.
// Kind: error
// Caught by: causal_softmax lets a hidden score be NaN
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  for (int r = 0; r < scores.rows; ++r) {
    for (const float score : scores.row(r)) {
      kit::require(score < INFINITY, "causal_softmax: a score is ", score);
    }
  }
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
