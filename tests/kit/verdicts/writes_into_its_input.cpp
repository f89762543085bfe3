// Exercise: rms_norm
// Verdict: fails
// Says: the function wrote into what it was given
#include "rms_norm.hpp"

#include <cmath>

#include "common/check.hpp"

// Right numbers, but they are left in the caller's memory as well.
lm::Vector lm::rms_norm(std::span<const float> x, std::span<const float> weight, float eps) {
  kit::require(x.size() == weight.size(), "rms_norm: x has ", x.size(), " values, weight has ",
               weight.size(), "; they must be equally many");
  float mean_square = 0;
  for (const float value : x) mean_square += value * value / static_cast<float>(x.size());
  kit::require(mean_square + eps > 0, "rms_norm: x is all zero and eps is 0; eps must be > 0");
  float* const y = const_cast<float*>(x.data());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] *= weight[i] / std::sqrt(mean_square + eps);
  return {x.begin(), x.end()};
}
