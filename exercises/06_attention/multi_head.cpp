// Exercise: multi_head          read multi_head.md, then make `./kit test multi_head` pass
#include "multi_head.hpp"

#include "attention_head.hpp"
#include "common/check.hpp"
#include "common/eigen.hpp"

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

  // 1. q, k, v: x times each weight, transposed, because a weight is (out, in)
  // 2. head_dim: q_size / n_heads; head h owns head_dim columns, from h * head_dim on
  // 3. merged: (seq_len, q_size); attention_head of each head's columns, offset 0, fills them
  // 4. return merged times o_proj, transposed
  kit::todo("multi_head");
}
