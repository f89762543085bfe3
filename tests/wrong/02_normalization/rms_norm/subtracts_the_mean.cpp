// Belief: RMSNorm is LayerNorm without the bias, so the mean goes first.
// Truth: RMSNorm never looks at the mean; it divides by the root of the mean square of x itself.
// Kind: value
// Caught by: rms_norm worked example: [3, 4]
#include "rms_norm.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Vector lm::rms_norm(std::span<const float> x, std::span<const float> weight, float eps) {
  kit::require(!x.empty(), "rms_norm: x has 0 values; at least 1 is needed");
  kit::require(x.size() == weight.size(), "rms_norm: x has ", x.size(), " values, weight has ",
               weight.size(), "; they must be equally many");

  float mean = 0.0f;
  for (const float value : x) mean += value;
  mean /= static_cast<float>(x.size());
  float variance = 0.0f;
  for (const float value : x) variance += (value - mean) * (value - mean);
  variance /= static_cast<float>(x.size());
  kit::require(variance + eps > 0.0f, "rms_norm: x is all zero and eps is 0; eps must be > 0");

  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = weight[i] * (x[i] - mean) / std::sqrt(variance + eps);
  }
  return y;
}
