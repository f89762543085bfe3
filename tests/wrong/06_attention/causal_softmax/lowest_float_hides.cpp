// Belief: The smallest float is as good as -infinity, and it never makes a NaN.
// Truth: A row that holds nothing else becomes uniform: a query that may see nothing then sees
//   everything.
// Kind: value
// Caught by: causal_softmax gives zeros to a query that sees no key; causal_softmax gives zeros
//   where all scores are -infinity
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  const float lowest = -3.4028234664e38f;

  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const std::span<float> row = probs.row(r);
    float largest = lowest;
    for (int t = 0; t < scores.cols; ++t) {
      const bool hidden = t > r + offset;
      kit::require(hidden || scores(r, t) < INFINITY, "causal_softmax: a visible score is ",
                   scores(r, t));
      row[to_size(t)] = hidden ? lowest : std::max(scores(r, t), lowest);
      largest = std::max(largest, row[to_size(t)]);
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
