// Belief: std::inner_product(…, 0) / x.size() is the mean of the squares.
// Truth: The 0 is an int: every partial sum is cut to a whole number, and so is the mean. Write
//   0.0f.
// Kind: value
// Caught by: rms_norm worked example: [3, 4]; rms_norm worked example: [4, 5]
#include "rms_norm.hpp"

#include <cmath>
#include <numeric>

#include "common/check.hpp"

lm::Vector lm::rms_norm(std::span<const float> x, std::span<const float> weight, float eps) {
  kit::require(!x.empty(), "rms_norm: x has 0 values; at least 1 is needed");
  kit::require(x.size() == weight.size(), "rms_norm: x has ", x.size(), " values, weight has ",
               weight.size(), "; they must be equally many");

  const auto mean_square =
      static_cast<float>(std::inner_product(x.begin(), x.end(), x.begin(), 0) / x.size());
  kit::require(mean_square + eps > 0.0f, "rms_norm: x is all zero and eps is 0; eps must be > 0");

  const float scale = 1.0f / std::sqrt(mean_square + eps);
  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = weight[i] * x[i] * scale;
  return y;
}
