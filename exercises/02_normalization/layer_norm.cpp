// Exercise: layer_norm          read layer_norm.md, then make `./kit test layer_norm` pass
#include "layer_norm.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Vector lm::layer_norm(std::span<const float> x, std::span<const float> weight,
                          std::span<const float> bias, float eps) {
  kit::require(!x.empty(), "layer_norm: x has 0 values; at least 1 is needed");
  kit::require(x.size() == weight.size() && x.size() == bias.size(), "layer_norm: x has ", x.size(),
               " values, weight has ", weight.size(), ", bias has ", bias.size(),
               "; they must be equally many");

  // 1. entries that are all equal need eps > 0: refuse them otherwise
  //    (kit::require, "layer_norm: …")
  // 2. mean: the average of the entries of x
  // 3. variance: the average of the squared distances to the mean
  // 4. scale: 1 / sqrt(variance + eps)
  // 5. return x less the mean, scaled, times weight, plus bias, channel by channel
  kit::todo("layer_norm");
}
