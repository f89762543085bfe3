// Belief: Head h owns columns h, h + n_heads, h + 2 n_heads, ...
// Truth: A head is a block of neighbors: columns h * head_dim to (h + 1) * head_dim - 1.
// Kind: value
// Caught by: multi_head worked example: 12 = 3 × 4
#include "multi_head.hpp"

#include "attention_head.hpp"
#include "common/check.hpp"
#include "common/eigen.hpp"

namespace {

// Row by row: x · weightᵀ
lm::Matrix project(lm::MatrixView x, lm::MatrixView weight) {
  lm::Matrix y(x.rows, weight.rows);
  as_eigen(y) = lm::matmul_nt(as_eigen(x), as_eigen(weight));
  return y;
}

// Columns head, head + n_heads, head + 2 n_heads, ...
lm::Matrix dealt(lm::MatrixView all, int head, int n_heads) {
  lm::Matrix some(all.rows, all.cols / n_heads);
  for (int t = 0; t < some.rows; ++t) {
    for (int i = 0; i < some.cols; ++i) some(t, i) = all(t, head + i * n_heads);
  }
  return some;
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
    const Matrix out = attention_head(dealt(q, head, n_heads), dealt(k, head, n_heads),
                                      dealt(v, head, n_heads), 0);
    for (int t = 0; t < x.rows; ++t) {
      for (int i = 0; i < head_dim; ++i) merged(t, head + i * n_heads) = out(t, i);
    }
  }
  return project(merged, o_proj);
}
