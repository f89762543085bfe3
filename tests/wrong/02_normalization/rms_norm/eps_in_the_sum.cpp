// Belief: eps joins the squares before the mean is taken.
// Truth: It is added to the mean: in the sum it would be divided by hidden_size, too.
// Kind: value
// Caught by: rms_norm adds eps under the root; rms_norm uses the eps it is given
#include "rms_norm.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Vector lm::rms_norm(std::span<const float> x, std::span<const float> weight, float eps) {
  kit::require(!x.empty(), "rms_norm: x has 0 values; at least 1 is needed");
  kit::require(x.size() == weight.size(), "rms_norm: x has ", x.size(), " values, weight has ",
               weight.size(), "; they must be equally many");

  float sum_of_squares = eps;
  for (const float value : x) sum_of_squares += value * value;
  const float mean_square = sum_of_squares / static_cast<float>(x.size());
  kit::require(mean_square > 0.0f, "rms_norm: x is all zero and eps is 0; eps must be > 0");

  const float scale = 1.0f / std::sqrt(mean_square);
  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = weight[i] * x[i] * scale;
  return y;
}
