// Belief: The probabilities of one key, over all queries, sum to 1.
// Truth: Each query makes its own choice: a row sums to 1, a column need not.
// Kind: value
// Caught by: causal_softmax worked example: three tokens; causal_softmax shares among the keys so
//   far
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  Matrix probs(scores.rows, scores.cols);
  for (int t = 0; t < scores.cols; ++t) {
    const int first = std::clamp(t - offset, 0, scores.rows);  // the first query that sees key t
    float largest = -INFINITY;
    for (int r = first; r < scores.rows; ++r) {
      kit::require(scores(r, t) < INFINITY, "causal_softmax: a visible score is ", scores(r, t));
      largest = std::max(largest, scores(r, t));
    }
    if (largest == -INFINITY) continue;
    float sum = 0.0f;
    for (int r = first; r < scores.rows; ++r) {
      probs(r, t) = std::exp(scores(r, t) - largest);
      sum += probs(r, t);
    }
    for (int r = first; r < scores.rows; ++r) probs(r, t) /= sum;
  }
  return probs;
}
