// Belief: exp(score) says how much of a value is taken.
// Truth: Only its share of the whole does: divide by the sum of all weights.
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
    Vector scores;
    for (int t = 0; t < n_visible; ++t) {
      float score = 0.0f;
      for (int i = 0; i < q.cols; ++i) score += q(r, i) * k(t, i);
      score *= scale;
      scores.push_back(score);
    }
    if (scores.empty()) continue;
    const float largest = *std::ranges::max_element(scores);
    for (int t = 0; t < n_visible; ++t) {
      const float weight = std::exp(scores[to_size(t)] - largest);
      for (int i = 0; i < v.cols; ++i) gathered[static_cast<std::size_t>(i)] += weight * v(t, i);
    }
  }
  return out;
}
