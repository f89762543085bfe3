// Belief: score + mask * -infinity hides where mask is 1 and changes nothing where it is 0.
// Truth: 0 * infinity is NaN, so every visible score is lost. Choose between two values; do not
//   multiply.
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
    float largest = -INFINITY;
    for (int t = 0; t < scores.cols; ++t) {
      const float mask = t > r + offset ? 1.0f : 0.0f;
      row[to_size(t)] = scores(r, t) + mask * -INFINITY;
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
