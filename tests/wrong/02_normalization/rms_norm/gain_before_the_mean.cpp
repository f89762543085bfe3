// Belief: The row is stretched by the gain first, and then brought to size 1.
// Truth: The size is that of x itself; the gain comes after the division, or it would be divided
//   away.
// Kind: value
// Caught by: rms_norm stretches each channel by its gain
#include "rms_norm.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Vector lm::rms_norm(std::span<const float> x, std::span<const float> weight, float eps) {
  kit::require(!x.empty(), "rms_norm: x has 0 values; at least 1 is needed");
  kit::require(x.size() == weight.size(), "rms_norm: x has ", x.size(), " values, weight has ",
               weight.size(), "; they must be equally many");

  float sum_of_squares = 0.0f;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum_of_squares += weight[i] * x[i] * weight[i] * x[i];
  }
  const float mean_square = sum_of_squares / static_cast<float>(x.size());
  kit::require(mean_square + eps > 0.0f, "rms_norm: x is all zero and eps is 0; eps must be > 0");

  const float scale = 1.0f / std::sqrt(mean_square + eps);
  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = weight[i] * x[i] * scale;
  return y;
}
