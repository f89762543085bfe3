// Belief: The loop over the channels sets the dot product.
// Truth: It adds to it. With = only the last channel's product is left.
// Kind: value
// Caught by: attention_head worked example: three tokens; attention_head worked example: 2 queries,
//   5 keys
#include "attention_head.hpp"

#include <cmath>

#include "causal_softmax.hpp"
#include "common/check.hpp"

lm::Matrix lm::attention_head(MatrixView q, MatrixView k, MatrixView v, int offset) {
  kit::require(q.cols == k.cols && k.cols == v.cols && k.rows == v.rows, "attention_head: q is ",
               q.rows, " by ", q.cols, ", k ", k.rows, " by ", k.cols, ", v ", v.rows, " by ",
               v.cols, "; one width, and as many keys as values, are needed");
  const float scale = 1.0f / std::sqrt(static_cast<float>(q.cols));

  Matrix scores(q.rows, k.rows);
  for (int r = 0; r < q.rows; ++r) {
    const std::span<const float> query = q.row(r);
    for (int t = 0; t < k.rows; ++t) {
      const std::span<const float> key = k.row(t);
      float dot = 0.0f;
      for (std::size_t i = 0; i < query.size(); ++i) dot = query[i] * key[i];
      scores(r, t) = dot * scale;
    }
  }
  const Matrix probs = causal_softmax(scores, offset);

  Matrix out(q.rows, v.cols);
  for (int r = 0; r < q.rows; ++r) {
    const std::span<float> gathered = out.row(r);
    for (int t = 0; t < v.rows; ++t) {
      const std::span<const float> value = v.row(t);
      for (std::size_t i = 0; i < value.size(); ++i) gathered[i] += probs(r, t) * value[i];
    }
  }
  return out;
}
