// Belief: The exponential of a score, over the sum of all exponentials: the formula as it stands.
// Truth: exp(89) is past the largest float32. Take the largest visible score away first, or call
//   softmax.
// Kind: value
// Caught by: causal_softmax never looks at a hidden score
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const int n_visible = std::clamp(r + offset + 1, 0, scores.cols);
    float sum = 0.0f;
    for (int t = 0; t < n_visible; ++t) {
      kit::require(scores(r, t) < INFINITY, "causal_softmax: a visible score is ", scores(r, t));
      probs(r, t) = std::exp(scores(r, t));
      sum += probs(r, t);
    }
    for (int t = 0; t < n_visible && sum > 0.0f; ++t) probs(r, t) /= sum;
  }
  return probs;
}
