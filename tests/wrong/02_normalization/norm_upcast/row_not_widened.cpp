// Belief: x[i] * scale is a float, since scale is one.
// Truth: x[i] is a bit pattern, and the product one of its number: widen it first.
// Kind: value
// Caught by: norm_upcast worked example: [300, 400] in f16; norm_upcast worked example: 4096 ones
//   in bf16
#include "norm_upcast.hpp"

#include <cmath>

#include "common/check.hpp"
#include "narrow_floats.hpp"

namespace {

float widen(std::uint16_t bits, lm::Dtype dtype) {
  return dtype == lm::Dtype::f16 ? lm::f16_to_float(bits) : lm::bf16_to_float(bits);
}

std::uint16_t narrow(float value, lm::Dtype dtype) {
  return dtype == lm::Dtype::f16 ? lm::float_to_f16(value) : lm::float_to_bf16(value);
}

}  // namespace

std::vector<std::uint16_t> lm::norm_upcast(std::span<const std::uint16_t> x,
                                           std::span<const std::uint16_t> weight, float eps,
                                           Dtype dtype) {
  kit::require(dtype == Dtype::f16 || dtype == Dtype::bf16,
               "norm_upcast: dtype is neither f16 nor bf16; it must be one of them");
  kit::require(!x.empty(), "norm_upcast: x has 0 values; at least 1 is needed");
  kit::require(x.size() == weight.size(), "norm_upcast: x has ", x.size(), " values, weight has ",
               weight.size(), "; they must be equally many");
  kit::require(eps > 0.0f, "norm_upcast: eps is ", eps, "; it must be > 0");

  float sum_of_squares = 0.0f;
  for (const std::uint16_t bits : x) {
    const float value = widen(bits, dtype);
    sum_of_squares += value * value;
  }
  const float scale = 1.0f / std::sqrt(sum_of_squares / static_cast<float>(x.size()) + eps);

  std::vector<std::uint16_t> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::uint16_t normalized = narrow(static_cast<float>(x[i]) * scale, dtype);
    y[i] = narrow(widen(normalized, dtype) * widen(weight[i], dtype), dtype);
  }
  return y;
}
