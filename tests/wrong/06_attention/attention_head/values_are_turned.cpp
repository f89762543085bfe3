// Belief: q and k are turned to their positions, so v must be turned as well.
// Truth: Positions decide who matches whom. What is handed over stays as it is: a turned value
//   would say where it came from in place of what it says.
// Kind: value
// Caught by: attention_head worked example: three tokens; attention_head worked example: 2 queries,
//   5 keys
#include "attention_head.hpp"

#include <cmath>

#include "causal_softmax.hpp"
#include "common/check.hpp"

namespace {

// The row at position pos, each pair of neighbors turned by its own angle.
lm::Vector turned(std::span<const float> row, int pos) {
  lm::Vector y(row.begin(), row.end());
  for (std::size_t i = 0; i + 1 < row.size(); i += 2) {
    const double exponent = static_cast<double>(i) / static_cast<double>(row.size());
    const double angle = pos * std::pow(10000.0, -exponent);
    const float c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
    y[i] = row[i] * c - row[i + 1] * s;
    y[i + 1] = row[i] * s + row[i + 1] * c;
  }
  return y;
}

}  // namespace

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
      for (std::size_t i = 0; i < query.size(); ++i) dot += query[i] * key[i];
      scores(r, t) = dot * scale;
    }
  }
  const Matrix probs = causal_softmax(scores, offset);

  Matrix out(q.rows, v.cols);
  for (int r = 0; r < q.rows; ++r) {
    const std::span<float> gathered = out.row(r);
    for (int t = 0; t < v.rows; ++t) {
      const Vector value = turned(v.row(t), t);
      for (std::size_t i = 0; i < value.size(); ++i) gathered[i] += probs(r, t) * value[i];
    }
  }
  return out;
}
