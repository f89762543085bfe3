// Belief: Softmax needs no special case: a row of -infinity sorts itself out.
// Truth: -infinity less -infinity is NaN, and one NaN spreads through the whole model. A row
//   without any visible score needs a rule of its own; here its probabilities are 0.
// Kind: value
// Caught by: causal_softmax gives zeros to a query that sees no key; causal_softmax gives zeros
//   where all scores are -infinity
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const std::span<float> row = probs.row(r);
    for (int t = 0; t < scores.cols; ++t) {
      row[to_size(t)] = t > r + offset ? -INFINITY : scores(r, t);
    }
    float largest = -INFINITY;
    for (const float score : row) {
      largest = std::max(largest, score);
    }
    for (int t = 0; t < scores.cols && t <= r + offset; ++t) {
      kit::require(scores(r, t) < INFINITY, "causal_softmax: a visible score is ", scores(r, t));
    }
    float sum = 0.0f;
    for (float& score : row) {
      score = std::exp(score - largest);
      sum += score;
    }
    for (float& prob : row) prob /= sum;
  }
  return probs;
}
