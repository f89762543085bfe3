// Belief: n_heads rows belong together.
// Truth: n_heads counts the heads of this weight: each has rows / n_heads rows.
// Kind: value
// Caught by: permute_heads worked example: one head of 8, there and back; permute_heads worked
//   example: each weight has its own number of heads
#include "permute_heads.hpp"

#include <algorithm>

#include "common/check.hpp"

lm::Matrix lm::permute_heads(MatrixView weight, int n_heads, RopePairing to) {
  kit::require(n_heads >= 1, "permute_heads: n_heads is ", n_heads, "; at least 1 is needed");
  const int head_dim = weight.rows / n_heads;
  kit::require(weight.rows % n_heads == 0 && head_dim % 2 == 0, "permute_heads: weight has ",
               weight.rows, " rows; ", n_heads, " heads need an even number each");

  const int size = n_heads;
  const int n_planes = size / 2;
  Matrix permuted(weight.rows, weight.cols);
  for (int r = 0; r < weight.rows; ++r) std::ranges::copy(weight.row(r), permuted.row(r).begin());
  for (int head = 0; head < weight.rows; head += size) {
    for (int i = 0; i < 2 * n_planes; ++i) {
      const int neighbors = head + i;
      const int halves = head + i / 2 + (i % 2) * n_planes;
      const int from = to == RopePairing::half_split ? neighbors : halves;
      const int into = to == RopePairing::half_split ? halves : neighbors;
      std::ranges::copy(weight.row(from), permuted.row(into).begin());
    }
  }
  return permuted;
}
