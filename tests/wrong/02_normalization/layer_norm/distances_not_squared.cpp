// Belief: The variance is the mean distance to the mean, and the root of it is taken.
// Truth: The distances are squared before their mean is taken.
// Kind: value
// Caught by: layer_norm worked example: [3, 4] and [4, 5]; layer_norm worked example: [1, 2, 3, 4]
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

  const auto [smallest, largest] = std::ranges::minmax(x);
  kit::require(smallest < largest || eps > 0.0f,
               "layer_norm: all values of x are equal and eps is 0; eps must be > 0");

  const float size = static_cast<float>(x.size());
  float sum = 0.0f;
  for (const float value : x) sum += value;
  const float mean = sum / size;

  float sum_of_squares = 0.0f;
  for (const float value : x) sum_of_squares += std::abs(value - mean);
  const float variance = sum_of_squares / size;

  const float scale = 1.0f / std::sqrt(variance + eps);
  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = weight[i] * (x[i] - mean) * scale + bias[i];
  return y;
}
