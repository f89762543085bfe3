// Belief: A projection is x times its weight.
// Truth: A weight is (out, in): x times the weight transposed. Only where it is square do the
//   shapes fit without.
// Kind: value
// Caught by: multi_head worked example: one token
#include "multi_head.hpp"

#include "attention_head.hpp"
#include "common/check.hpp"
#include "common/eigen.hpp"

namespace {

// Row by row: x · weightᵀ
lm::Matrix project(lm::MatrixView x, lm::MatrixView weight) {
  lm::Matrix y(x.rows, weight.rows);
  as_eigen(y) = as_eigen(x) * as_eigen(weight);
  return y;
}

}  // namespace

lm::Matrix lm::multi_head(MatrixView x, MatrixView q_proj, MatrixView k_proj, MatrixView v_proj,
                          MatrixView o_proj, int n_heads) {
  const int q_size = q_proj.rows;
  kit::require(n_heads >= 1 && q_size % n_heads == 0, "multi_head: q_proj has ", q_size,
               " rows, they do not make ", n_heads, " heads");
  kit::require(k_proj.rows == q_size && v_proj.rows == q_size && o_proj.cols == q_size &&
                   q_proj.cols == x.cols && k_proj.cols == x.cols && v_proj.cols == x.cols &&
                   o_proj.rows == x.cols,
               "multi_head: x has ", x.cols, " columns and q_proj ", q_size,
               " rows, and the other weights do not fit");

  const Matrix q = project(x, q_proj);
  const Matrix k = project(x, k_proj);
  const Matrix v = project(x, v_proj);

  const int head_dim = q_size / n_heads;
  Matrix merged(x.rows, q_size);
  for (int head = 0; head < n_heads; ++head) {
    const int first = head * head_dim;
    const Matrix out = attention_head(MatrixView(q).columns(first, head_dim),
                                      MatrixView(k).columns(first, head_dim),
                                      MatrixView(v).columns(first, head_dim), 0);
    as_eigen(merged).middleCols(first, head_dim) = as_eigen(MatrixView(out));
  }
  return project(merged, o_proj);
}
