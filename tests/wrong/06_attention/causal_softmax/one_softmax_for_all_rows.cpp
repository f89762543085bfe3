// Belief: All visible scores of the table share one sum.
// Truth: Each query makes its own choice: every row has its own largest score and its own sum.
// Kind: value
// Caught by: causal_softmax worked example: three tokens; causal_softmax shares among the keys so
//   far
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  Matrix probs(scores.rows, scores.cols);
  float largest = -INFINITY;
  for (int r = 0; r < scores.rows; ++r) {
    for (int t = 0; t < scores.cols && t <= r + offset; ++t) {
      kit::require(scores(r, t) < INFINITY, "causal_softmax: a visible score is ", scores(r, t));
      largest = std::max(largest, scores(r, t));
    }
  }
  if (largest == -INFINITY) return probs;

  float sum = 0.0f;
  for (int r = 0; r < scores.rows; ++r) {
    for (int t = 0; t < scores.cols && t <= r + offset; ++t) {
      probs(r, t) = std::exp(scores(r, t) - largest);
      sum += probs(r, t);
    }
  }
  for (float& prob : probs.data) prob /= sum;
  return probs;
}
