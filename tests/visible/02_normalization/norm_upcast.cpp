#include "norm_upcast.hpp"

#include "narrow_floats.hpp"
#include "support/testing.hpp"

namespace {

constexpr auto f16 = lm::Dtype::f16, bf16 = lm::Dtype::bf16;
using Doubles = std::vector<double>;

std::vector<std::uint16_t> stored(const lm::Vector& values, lm::Dtype dtype) {
  std::vector<std::uint16_t> bits;
  for (const float value : values) {
    bits.push_back(dtype == f16 ? lm::float_to_f16(value) : lm::float_to_bf16(value));
  }
  return bits;
}

/// norm_upcast of rows written as numbers, and its result as numbers.
Doubles upcast(const lm::Vector& x, const lm::Vector& weight, float eps, lm::Dtype dtype) {
  Doubles y;
  for (const auto bits : lm::norm_upcast(stored(x, dtype), stored(weight, dtype), eps, dtype)) {
    y.push_back(dtype == f16 ? lm::f16_to_float(bits) : lm::bf16_to_float(bits));
  }
  return y;
}

}  // namespace

// 90000 and 160000 are past the largest half, 65504. In float32 the root of their mean is 353.5534;
// 0.848528 and 1.131371 are then rounded to halves.
TEST_CASE("norm_upcast worked example: [300, 400] in f16", "[norm_upcast]") {
  equals(upcast(row({300, 400}), row({1, 1}), 1e-6f, f16), Doubles{0.8486328125, 1.1318359375});
}

// In bf16 256 + 1 is 256, so a sum of 4096 ones would stop there.
TEST_CASE("norm_upcast worked example: 4096 ones in bf16", "[norm_upcast]") {
  const lm::Vector ones(4096, 1.0f);
  equals(upcast(ones, ones, 1e-6f, bf16), Doubles(4096, 1.0));
}

// 0.632447 is stored as 0.6328125. Times 0.69921875, which is 0.7 in bf16, that is 0.442474.
TEST_CASE("norm_upcast worked example: a gain of 0.7 in bf16", "[norm_upcast]") {
  equals(upcast(row({0.125, 0.25}), row({0.7, 0.7}), 1e-6f, bf16),
         Doubles{0.443359375, 0.88671875});
}

// (0.848528, 1.131371) is stored as (0.84765625, 1.1328125), -1.7 as -1.703125. The products are
// -1.443665 and 3.3984375, which is half way between two bf16 numbers: the even one is 3.40625.
TEST_CASE("norm_upcast rounds before the gain and after it", "[norm_upcast]") {
  equals(upcast(row({3, 4}), row({-1.7, 3}), 1e-6f, bf16), Doubles{-1.4453125, 3.40625});
}

// (1, 7) · 2^-15 has the mean square 25 · 2^-30. With 11 · 2^-30 more the root is 6 · 2^-15. This
// eps is 1e-8, and as a half it would be 0.
TEST_CASE("norm_upcast keeps eps in float32", "[norm_upcast]") {
  equals(upcast(row({0x1p-15, 7 * 0x1p-15}), row({1, 1}), 11 * 0x1p-30f, f16),
         Doubles{0.1666259765625, 1.1669921875});
}
