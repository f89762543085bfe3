// Belief: A hidden key is infinitely far away, so its score is infinity.
// Truth: The sign is minus: the largest score wins. With +infinity, softmax computes infinity less
//   infinity, NaN.
// Kind: value
// Caught by: causal_softmax worked example: three tokens; causal_softmax shares among the keys so
//   far
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const std::span<float> row = probs.row(r);
    for (int t = 0; t < scores.cols; ++t) {
      row[to_size(t)] = t > r + offset ? INFINITY : scores(r, t);
    }
    float largest = -INFINITY;
    for (const float score : row) {
      largest = std::max(largest, score);
    }
    const int n_visible = std::clamp(r + offset + 1, 0, scores.cols);
    bool hope = false;
    for (int t = 0; t < n_visible; ++t) {
      kit::require(scores(r, t) < INFINITY, "causal_softmax: a visible score is ", scores(r, t));
      hope = hope || scores(r, t) > -INFINITY;
    }
    if (!hope) {
      std::ranges::fill(row, 0.0f);
      continue;
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
