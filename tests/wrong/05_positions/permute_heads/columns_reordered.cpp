// Belief: A head is a block of columns, so the columns change places.
// Truth: A weight is (out, in): heads are among the outputs, and those are rows.
// Kind: value
// Caught by: permute_heads moves whole rows, inside their head
#include "permute_heads.hpp"

#include <algorithm>

#include "common/check.hpp"

lm::Matrix lm::permute_heads(MatrixView weight, int n_heads, RopePairing to) {
  kit::require(n_heads >= 1, "permute_heads: n_heads is ", n_heads, "; at least 1 is needed");
  const int head_dim = weight.rows / n_heads;
  kit::require(weight.rows % n_heads == 0 && head_dim % 2 == 0, "permute_heads: weight has ",
               weight.rows, " rows; ", n_heads, " heads need an even number each");

  const int n_planes = head_dim / 2;
  Matrix permuted(weight.rows, weight.cols);
  for (int row = 0; row < weight.rows; ++row) {
    for (int column = 0; column < weight.cols; ++column) {
      const int head = column / head_dim * head_dim, i = column % head_dim;
      const int halves = std::min(head + i / 2 + (i % 2) * n_planes, weight.cols - 1);
      const int from = to == RopePairing::half_split ? column : halves;
      const int into = to == RopePairing::half_split ? halves : column;
      permuted(row, into) = weight(row, from);
    }
  }
  return permuted;
}
