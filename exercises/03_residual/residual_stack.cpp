// Exercise: residual_stack      read residual_stack.md, then make `./kit test residual_stack` pass
#include "residual_stack.hpp"

#include <cmath>

#include "common/check.hpp"
#include "sublayer.hpp"

lm::Vector lm::residual_stack(std::span<const float> x, const std::vector<RowFunction>& norms,
                              const std::vector<RowFunction>& sublayers,
                              const RowFunction& final_norm) {
  kit::require(norms.size() == sublayers.size(), "residual_stack: ", norms.size(), " norms for ",
               sublayers.size(), " sublayers; each needs one");

  // 1. stream: starts as a copy of x
  // 2. for each n: the stream becomes what pre_norm returns for it, with norm n and sublayer n
  // 3. return the stream, normalized by the final norm
  kit::todo("residual_stack");
}

double lm::sublayer_share(int n) {
  kit::require(n >= 1, "sublayer_share: n is ", n, "; sublayers are counted from 1");

  // 1. variance of the sum: 1 from the embedding and 1 from each branch up to the n-th
  // 2. return the size of one branch over the size of the sum; a size is the root of a variance
  kit::todo("sublayer_share");
}
