// Belief: The exponential of a score, over the sum of all exponentials: the formula as it stands.
// Truth: exp(89) is past the largest float32. causal_softmax takes the largest score away first.
// Kind: value
// Caught by: attention_head takes scores above 1000
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
    float sum = 0.0f;
    for (int t = 0; t < n_visible; ++t) {
      float score = 0.0f;
      for (int i = 0; i < q.cols; ++i) score += q(r, i) * k(t, i);
      score *= scale;
      const float weight = std::exp(score);
      sum += weight;
      for (int i = 0; i < v.cols; ++i) gathered[static_cast<std::size_t>(i)] += weight * v(t, i);
    }
    if (sum > 0.0f) {
      for (float& entry : gathered) entry /= sum;
    }
  }
  return out;
}
