// Belief: A query takes the value of the key that matches best.
// Truth: It takes a share of every value that it sees. A choice of one could not be learned by
//   gradients.
// Kind: value
// Caught by: attention_head worked example: three tokens; attention_head worked example: 2 queries,
//   5 keys
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
    int best = -1;
    float best_score = -INFINITY;
    for (int t = 0; t < n_visible; ++t) {
      float score = 0.0f;
      for (int i = 0; i < q.cols; ++i) score += q(r, i) * k(t, i);
      score *= scale;
      if (score > best_score) {
        best = t;
        best_score = score;
      }
    }
    if (best >= 0) std::ranges::copy(v.row(best), gathered.begin());
  }
  return out;
}
