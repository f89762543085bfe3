// Belief: A weighted sum over the sum of the weights needs no special case.
// Truth: Without any key it is 0 / 0, NaN. A query that sees no key gathers nothing: zeros.
// Kind: value
// Caught by: attention_head gives zeros to a query that sees no key
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
    float largest = -INFINITY, sum = 0.0f;
    for (int t = 0; t < n_visible; ++t) {
      float score = 0.0f;
      for (int i = 0; i < q.cols; ++i) score += q(r, i) * k(t, i);
      score *= scale;
      const float larger = std::max(largest, score);
      const float shrink = std::exp(largest - larger), weight = std::exp(score - larger);
      largest = larger;
      sum = sum * shrink + weight;
      for (int i = 0; i < v.cols; ++i) {
        float& entry = gathered[static_cast<std::size_t>(i)];
        entry = entry * shrink + weight * v(t, i);
      }
    }
    for (float& entry : gathered) entry /= sum;
  }
  return out;
}
