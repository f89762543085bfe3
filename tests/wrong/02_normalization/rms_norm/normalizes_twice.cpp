// Belief: Normalizing what is normalized already does no harm.
// Truth: The second pass normalizes the stretched row again, so every gain is applied twice.
// Kind: value
// Caught by: rms_norm stretches each channel by its gain
#include "rms_norm.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Vector lm::rms_norm(std::span<const float> x, std::span<const float> weight, float eps) {
  kit::require(!x.empty(), "rms_norm: x has 0 values; at least 1 is needed");
  kit::require(x.size() == weight.size(), "rms_norm: x has ", x.size(), " values, weight has ",
               weight.size(), "; they must be equally many");

  Vector y(x.begin(), x.end());
  for (int pass = 0; pass < 2; ++pass) {
    float sum_of_squares = 0.0f;
    for (const float value : y) sum_of_squares += value * value;
    const float mean_square = sum_of_squares / static_cast<float>(y.size());
    kit::require(mean_square + eps > 0.0f,
                 "rms_norm: x is all zero and eps is 0; eps must be > 0");

    const float scale = 1.0f / std::sqrt(mean_square + eps);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = weight[i] * y[i] * scale;
  }
  return y;
}
