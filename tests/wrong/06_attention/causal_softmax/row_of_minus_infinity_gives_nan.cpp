// Belief: A loop over the visible keys alone is safe: with no key it does nothing.
// Truth: It is, for a query that sees no key. If all keys that it sees have the score -infinity,
//   -infinity less -infinity is still NaN.
// Kind: value
// Caught by: causal_softmax gives zeros where all scores are -infinity
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const int n_visible = std::clamp(r + offset + 1, 0, scores.cols);
    float largest = -INFINITY;
    for (int t = 0; t < n_visible; ++t) {
      kit::require(scores(r, t) < INFINITY, "causal_softmax: a visible score is ", scores(r, t));
      largest = std::max(largest, scores(r, t));
    }
    float sum = 0.0f;
    for (int t = 0; t < n_visible; ++t) {
      probs(r, t) = std::exp(scores(r, t) - largest);
      sum += probs(r, t);
    }
    for (int t = 0; t < n_visible; ++t) probs(r, t) /= sum;
  }
  return probs;
}
