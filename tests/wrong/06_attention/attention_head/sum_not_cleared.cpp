// Belief: One buffer for the gathered values serves all queries.
// Truth: It does, if it is cleared for each: otherwise query 1 carries what query 0 has gathered.
// Kind: value
// Caught by: attention_head worked example: three tokens; attention_head worked example: 2 queries,
//   5 keys
#include "attention_head.hpp"

#include <algorithm>
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
    for (int t = 0; t < k.rows; ++t) {
      float dot = 0.0f;
      for (int i = 0; i < q.cols; ++i) dot += q(r, i) * k(t, i);
      scores(r, t) = dot * scale;
    }
  }
  const Matrix probs = causal_softmax(scores, offset);

  Matrix out(q.rows, v.cols);
  Vector gathered(to_size(v.cols));
  for (int r = 0; r < q.rows; ++r) {
    for (int t = 0; t < v.rows; ++t) {
      for (int i = 0; i < v.cols; ++i) gathered[to_size(i)] += probs(r, t) * v(t, i);
    }
    std::ranges::copy(gathered, out.row(r).begin());
  }
  return out;
}
