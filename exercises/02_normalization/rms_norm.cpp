// Exercise: rms_norm            read rms_norm.md, then make `./kit test rms_norm` pass
#include "rms_norm.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Vector lm::rms_norm(std::span<const float> x, std::span<const float> weight, float eps) {
  kit::require(!x.empty(), "rms_norm: x has 0 values; at least 1 is needed");
  kit::require(x.size() == weight.size(), "rms_norm: x has ", x.size(), " values, weight has ",
               weight.size(), "; they must be equally many");

  // 1. mean_square: the average of the squared entries of x
  // 2. an all-zero row needs eps > 0: refuse it otherwise (kit::require, "rms_norm: …")
  // 3. scale: 1 / sqrt(mean_square + eps)
  // 4. return x, scaled, times weight, channel by channel
  kit::todo("rms_norm");
}
