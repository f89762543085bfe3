// Belief: A token looks back: query r sees the r + offset keys before it.
// Truth: It sees itself too, r + offset + 1 keys. Otherwise the first token has nothing to look at.
// Kind: value
// Caught by: causal_softmax worked example: three tokens; causal_softmax shares among the keys so
//   far
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  const auto is_never = [](float score) { return score == -INFINITY; };

  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const int n_visible = std::clamp(r + offset, 0, scores.cols);
    const std::span<const float> visible = scores.row(r).first(to_size(n_visible));
    if (std::ranges::all_of(visible, is_never)) continue;

    std::ranges::copy(softmax(visible), probs.row(r).begin());
  }
  return probs;
}
