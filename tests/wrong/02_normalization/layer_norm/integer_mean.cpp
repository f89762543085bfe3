// Belief: std::accumulate(x.begin(), x.end(), 0) adds whatever the range holds.
// Truth: The 0 decides: it is an int, so every partial sum is cut to a whole number. Write 0.0f.
// Kind: value
// Caught by: layer_norm uses the eps it is given
#include "layer_norm.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

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
  const float mean = static_cast<float>(std::accumulate(x.begin(), x.end(), 0)) / size;

  float sum_of_squares = 0.0f;
  for (const float value : x) sum_of_squares += (value - mean) * (value - mean);
  const float variance = sum_of_squares / size;

  const float scale = 1.0f / std::sqrt(variance + eps);
  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = weight[i] * (x[i] - mean) * scale + bias[i];
  return y;
}
