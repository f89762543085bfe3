// Belief: All inputs of a 16-bit layer are 16-bit numbers, eps too.
// Truth: As a half 1e-8 is 0, and a row of zeros becomes NaN. eps stays in float32.
// Kind: value
// Caught by: norm_upcast keeps eps in float32; norm_upcast of a row of zeros is zero
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

/// What is left of a value once it is stored in 16 bits.
float stored(float value, lm::Dtype dtype) {
  return widen(narrow(value, dtype), dtype);
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
  const float scale =
      1.0f / std::sqrt(sum_of_squares / static_cast<float>(x.size()) + stored(eps, dtype));

  std::vector<std::uint16_t> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::uint16_t normalized = narrow(widen(x[i], dtype) * scale, dtype);
    y[i] = narrow(widen(normalized, dtype) * widen(weight[i], dtype), dtype);
  }
  return y;
}
