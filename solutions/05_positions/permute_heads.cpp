// Exercise: permute_heads       read permute_heads.md, then make `./kit test permute_heads` pass
#include "permute_heads.hpp"

#include <algorithm>

#include "common/check.hpp"

lm::Matrix lm::permute_heads(MatrixView weight, int n_heads, RopePairing to) {
  kit::require(n_heads >= 1 && weight.rows % (2 * n_heads) == 0, "permute_heads: weight has ",
               weight.rows, " rows, ", n_heads, " heads need an even number each");
  const int head_dim = weight.rows / n_heads;
  const int n_planes = head_dim / 2;

  Matrix permuted(weight.rows, weight.cols);
  for (int head = 0; head < weight.rows; head += head_dim) {
    for (int i = 0; i < n_planes; ++i) {
      for (int member = 0; member < 2; ++member) {
        const int interleaved = head + 2 * i + member;
        const int half_split = head + member * n_planes + i;
        const bool split = to == RopePairing::half_split;
        const std::span<const float> source = weight.row(split ? interleaved : half_split);
        std::ranges::copy(source, permuted.row(split ? half_split : interleaved).begin());
      }
    }
  }
  return permuted;
}
