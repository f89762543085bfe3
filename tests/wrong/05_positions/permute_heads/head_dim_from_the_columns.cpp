// Belief: head_dim is hidden_size / n_heads, so the columns tell it.
// Truth: head_dim is rows / n_heads. k_proj has fewer heads than the model is wide, and head_dim
//   may be a number of its own.
// Kind: value
// Caught by: permute_heads worked example: each weight has its own number of heads; permute_heads
//   moves whole rows, inside their head
#include "permute_heads.hpp"

#include <algorithm>

#include "common/check.hpp"

lm::Matrix lm::permute_heads(MatrixView weight, int n_heads, RopePairing to) {
  kit::require(n_heads >= 1, "permute_heads: n_heads is ", n_heads, "; at least 1 is needed");
  const int head_dim = std::max(weight.cols / n_heads / 2 * 2, 2);
  kit::require(weight.rows % n_heads == 0 && head_dim % 2 == 0, "permute_heads: weight has ",
               weight.rows, " rows; ", n_heads, " heads need an even number each");

  const int n_planes = head_dim / 2;
  Matrix permuted(weight.rows, weight.cols);
  for (int r = 0; r < weight.rows; ++r) std::ranges::copy(weight.row(r), permuted.row(r).begin());
  for (int head = 0; head + head_dim <= weight.rows; head += head_dim) {
    for (int i = 0; i < head_dim; ++i) {
      const int neighbors = head + i;
      const int halves = head + i / 2 + (i % 2) * n_planes;
      const int from = to == RopePairing::half_split ? neighbors : halves;
      const int into = to == RopePairing::half_split ? halves : neighbors;
      std::ranges::copy(weight.row(from), permuted.row(into).begin());
    }
  }
  return permuted;
}
