// Belief: -infinity is added to the scores of the future.
// Truth: An overflowing score of the future is +infinity, and infinity less infinity is NaN. Leave
//   hidden keys out instead.
// Kind: value
// Caught by: attention_head is blind for the future
#include "attention_head.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Matrix lm::attention_head(MatrixView q, MatrixView k, MatrixView v, int offset) {
  kit::require(q.cols == k.cols && k.cols == v.cols && k.rows == v.rows, "attention_head: q is ",
               q.rows, " by ", q.cols, ", k ", k.rows, " by ", k.cols, ", v ", v.rows, " by ",
               v.cols, "; one width, and as many keys as values, are needed");
  const float scale = 1.0f / std::sqrt(static_cast<float>(q.cols));

  Matrix out(q.rows, v.cols);
  for (int r = 0; r < q.rows; ++r) {
    const int n_visible = std::clamp(r + offset + 1, 0, k.rows);
    const std::span<float> gathered = out.row(r);
    Vector scores;
    float largest = -INFINITY;
    for (int t = 0; t < k.rows; ++t) {
      float score = 0.0f;
      for (int i = 0; i < q.cols; ++i) score += q(r, i) * k(t, i);
      score *= scale;
      if (t >= n_visible) score += -INFINITY;
      scores.push_back(score);
      largest = std::max(largest, score);
    }
    if (n_visible == 0) continue;
    float sum = 0.0f;
    for (float& score : scores) {
      score = std::exp(score - largest);
      sum += score;
    }
    for (int t = 0; t < k.rows; ++t) {
      const float prob = scores[to_size(t)] / sum;
      for (int i = 0; i < v.cols; ++i) gathered[static_cast<std::size_t>(i)] += prob * v(t, i);
    }
  }
  return out;
}
