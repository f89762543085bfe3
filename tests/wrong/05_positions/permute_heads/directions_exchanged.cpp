// Belief: To half_split means: row 2i + 1 comes from row i + head_dim / 2.
// Truth: That is the way back. To half_split, row i comes from row 2i. A head of 4 hides it: there
//   both ways are alike.
// Kind: value
// Caught by: permute_heads worked example: one head of 8, there and back
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
  for (int head = 0; head < weight.rows; head += head_dim) {
    for (int i = 0; i < head_dim; ++i) {
      const int neighbors = head + i;
      const int halves = head + i / 2 + (i % 2) * n_planes;
      const int from = to == RopePairing::interleaved ? neighbors : halves;
      const int into = to == RopePairing::interleaved ? halves : neighbors;
      std::ranges::copy(weight.row(from), permuted.row(into).begin());
    }
  }
  return permuted;
}
