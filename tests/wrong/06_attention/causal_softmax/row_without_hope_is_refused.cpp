// Belief: A query that has nothing to look at is a bug of the caller: softmax refuses it, and that
//   is right.
// Truth: Padding makes such rows in healthy programs. The contract gives them probabilities of 0.
// Kind: error
// Caught by: causal_softmax gives zeros to a query that sees no key; causal_softmax gives zeros
//   where all scores are -infinity
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const int n_visible = std::clamp(r + offset + 1, 0, scores.cols);
    const std::span<const float> visible = scores.row(r).first(to_size(n_visible));

    std::ranges::copy(softmax(visible), probs.row(r).begin());
  }
  return probs;
}
