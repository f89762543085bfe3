// Belief: eps keeps the root away from zero, so it has to be above 0.
// Truth: For a row with a value other than 0 the root is above 0 without it.
// Kind: error
// Caught by: rms_norm worked example: [3, 4]; rms_norm worked example: [4, 5]
#include "rms_norm.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Vector lm::rms_norm(std::span<const float> x, std::span<const float> weight, float eps) {
  kit::require(!x.empty(), "rms_norm: x has 0 values; at least 1 is needed");
  kit::require(x.size() == weight.size(), "rms_norm: x has ", x.size(), " values, weight has ",
               weight.size(), "; they must be equally many");

  float sum_of_squares = 0.0f;
  for (const float value : x) sum_of_squares += value * value;
  const float mean_square = sum_of_squares / static_cast<float>(x.size());
  kit::require(eps > 0.0f, "rms_norm: x is all zero and eps is 0; eps must be > 0");

  const float scale = 1.0f / std::sqrt(mean_square + eps);
  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = weight[i] * x[i] * scale;
  return y;
}
