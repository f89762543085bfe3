// Exercise: permute_heads       read permute_heads.md, then make `./kit test permute_heads` pass
#include "permute_heads.hpp"

#include <algorithm>

#include "common/check.hpp"

lm::Matrix lm::permute_heads(MatrixView weight, int n_heads, RopePairing to) {
  kit::require(n_heads >= 1, "permute_heads: n_heads is ", n_heads, "; at least 1 is needed");

  // 1. the rows are n_heads times an even number: refuse any other weight
  //    (kit::require, "permute_heads: …")
  // 2. head_dim: rows / n_heads; a plane is two rows of one head
  // 3. in each head, for each plane i: its rows are 2i and 2i + 1 if neighbors are paired, and
  //    i and i + head_dim / 2 if halves are
  // 4. copy both rows from where weight has them to where `to` wants them
  kit::todo("permute_heads");
}
