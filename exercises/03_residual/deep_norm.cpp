// Exercise: deep_norm           read deep_norm.md, then make `./kit test deep_norm` pass
#include "deep_norm.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Vector lm::sandwich_norm(std::span<const float> x, const RowFunction& inner_norm,
                             const RowFunction& outer_norm, const RowFunction& f) {
  // 1. branch: x through the inner norm, through f, through the outer norm
  // 2. refuse a branch that has another size than x (kit::require, "sandwich_norm: …")
  // 3. return x plus branch, channel by channel
  kit::todo("sandwich_norm");
}

lm::DeepNormScales lm::deep_norm_scales(int n_layers) {
  kit::require(n_layers >= 1, "deep_norm_scales: n_layers is ", n_layers, "; at least 1 is needed");

  // 1. alpha: the fourth root of 2 N
  // 2. beta: one over the fourth root of 8 N
  kit::todo("deep_norm_scales");
}

lm::Vector lm::deep_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f,
                         int n_layers) {
  // 1. alpha: from the depth, which deep_norm_scales refuses if it is below 1
  // 2. branch: what f returns for x; refuse another size than x has
  // 3. sum: alpha times x, plus branch, channel by channel
  // 4. return the sum, normalized
  kit::todo("deep_norm");
}
