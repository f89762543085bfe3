// Belief: Row i of all heads lies together, so it is at i * n_heads + head.
// Truth: Head after head: the rows of one head are neighbors.
// Kind: value
// Caught by: permute_heads worked example: each weight has its own number of heads
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
  for (int head = 0; head < n_heads; ++head) {
    for (int i = 0; i < head_dim; ++i) {
      const int neighbors = i * n_heads + head;
      const int halves = (i / 2 + (i % 2) * n_planes) * n_heads + head;
      const int from = to == RopePairing::half_split ? neighbors : halves;
      const int into = to == RopePairing::half_split ? halves : neighbors;
      std::ranges::copy(weight.row(from), permuted.row(into).begin());
    }
  }
  return permuted;
}
