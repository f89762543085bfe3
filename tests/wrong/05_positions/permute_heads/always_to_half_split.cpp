// Belief: There is one permutation, and twice it is the way back.
// Truth: The way back is its inverse: 0, 4, 1, 5, ... for a head of 8.
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
      static_cast<void>(to);
      const int from = neighbors;
      const int into = halves;
      std::ranges::copy(weight.row(from), permuted.row(into).begin());
    }
  }
  return permuted;
}
