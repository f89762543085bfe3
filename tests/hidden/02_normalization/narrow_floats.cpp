#include "narrow_floats.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "reference/narrow_floats.hpp"
#include "support/testing.hpp"

namespace {

using Bits = std::uint16_t;

bool is_nan_bf16(Bits bits) {
  return (bits & 0x7FFF) > 0x7F80;
}
bool is_nan_f16(Bits bits) {
  return (bits & 0x7FFF) > 0x7C00;
}

float from_bits(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

/// The float32 numbers beside a value, and the value.
std::vector<float> around(float value) {
  return {std::nextafter(value, -INFINITY), value, std::nextafter(value, INFINITY)};
}

}  // namespace

// The table of half precision examples in Wikipedia's article "Half-precision floating-point
// format", and what NumPy 1.24 makes of some decimal fractions.
TEST_CASE("narrow_floats gives the known halves", "[narrow_floats][hidden]") {
  equals(lm::f16_to_float(0x0000), 0.0);
  equals(lm::f16_to_float(0x0001), 0.000000059604644775390625);
  equals(lm::f16_to_float(0x03FF), 0.000060975551605224609375);
  equals(lm::f16_to_float(0x0400), 0.00006103515625);
  equals(lm::f16_to_float(0x3555), 0.333251953125);
  equals(lm::f16_to_float(0x3BFF), 0.99951171875);
  equals(lm::f16_to_float(0x3C01), 1.0009765625);
  equals(lm::f16_to_float(0x7BFF), 65504.0);
  equals(lm::f16_to_float(0xFC00), -INFINITY);
  equals(lm::float_to_f16(0.1f), 0x2E66);
  equals(lm::float_to_f16(-3.14159265f), 0xC248);
  equals(lm::float_to_f16(1e-5f), 0x00A8);
  equals(lm::float_to_f16(1000.7f), 0x63D1);
}

// The table of bfloat16 examples in Wikipedia's article "bfloat16 floating-point format", and what
// torch 1.13 makes of some decimal fractions.
TEST_CASE("narrow_floats gives the known bfloat16", "[narrow_floats][hidden]") {
  equals(lm::bf16_to_float(0xC000), -2.0);
  equals(lm::bf16_to_float(0x7F7F), (0x1p8 - 1) * 0x1p-7 * 0x1p127);
  equals(lm::bf16_to_float(0x0080), 0x1p-126);
  equals(lm::bf16_to_float(0x4049), 3.140625);
  equals(lm::bf16_to_float(0x3EAB), 0.333984375);
  equals(lm::bf16_to_float(0xFF80), -INFINITY);
  equals(lm::float_to_bf16(0.1f), 0x3DCD);
  equals(lm::float_to_bf16(-3.14159265f), 0xC049);
  equals(lm::float_to_bf16(1e-5f), 0x3728);
  equals(lm::float_to_bf16(1000.7f), 0x447A);
}

TEST_CASE("narrow_floats widens all 65536 patterns", "[narrow_floats][hidden]") {
  std::vector<float> bf16, f16;
  std::vector<double> want_bf16, want_f16;
  std::vector<int> nan_or_minus, want_nan_or_minus;
  const auto kind = [](double value) {
    return std::isnan(value) ? 2 : std::signbit(value) ? 1 : 0;
  };
  for (int pattern = 0; pattern < 65536; ++pattern) {
    const Bits bits = static_cast<Bits>(pattern);
    const float wide_bf16 = lm::bf16_to_float(bits), wide_f16 = lm::f16_to_float(bits);
    if (!is_nan_bf16(bits)) {
      bf16.push_back(wide_bf16);
      want_bf16.push_back(reference::bf16_to_float(bits));
    }
    if (!is_nan_f16(bits)) {
      f16.push_back(wide_f16);
      want_f16.push_back(reference::f16_to_float(bits));
    }
    // The sign of a NaN means nothing; that of a zero does.
    nan_or_minus.push_back(kind(wide_bf16));
    nan_or_minus.push_back(kind(wide_f16));
    want_nan_or_minus.push_back(kind(reference::bf16_to_float(bits)));
    want_nan_or_minus.push_back(kind(reference::f16_to_float(bits)));
  }
  equals(bf16, want_bf16);
  equals(f16, want_f16);
  equals(nan_or_minus, want_nan_or_minus);
}

TEST_CASE("narrow_floats narrows every 16-bit number to itself", "[narrow_floats][hidden]") {
  std::vector<int> bf16, f16, want_bf16, want_f16;
  for (int pattern = 0; pattern < 65536; ++pattern) {
    const Bits bits = static_cast<Bits>(pattern);
    if (!is_nan_bf16(bits)) {
      bf16.push_back(lm::float_to_bf16(static_cast<float>(reference::bf16_to_float(bits))));
      want_bf16.push_back(bits);
    }
    if (!is_nan_f16(bits)) {
      f16.push_back(lm::float_to_f16(static_cast<float>(reference::f16_to_float(bits))));
      want_f16.push_back(bits);
    }
  }
  equals(bf16, want_bf16);
  equals(f16, want_f16);
}

// Half way between two neighbors, and one float32 below and above it: every place where rounding
// changes its mind, from the sub-normals to infinity.
TEST_CASE("narrow_floats rounds right around every half way point", "[narrow_floats][hidden]") {
  std::vector<int> bf16, f16, want_bf16, want_f16;
  for (int bits = 0; bits < 0x7F80; bits += 7) {
    const float half_way = from_bits(static_cast<std::uint32_t>(bits) << 16 | 0x8000u);
    for (const float value : around(half_way)) {
      bf16.push_back(lm::float_to_bf16(value));
      want_bf16.push_back(reference::float_to_bf16(value));
      bf16.push_back(lm::float_to_bf16(-value));
      want_bf16.push_back(reference::float_to_bf16(-value));
    }
  }
  for (int bits = 0; bits < 0x7C00; bits += 3) {
    const double low = reference::f16_to_float(static_cast<Bits>(bits));
    const double high =
        bits == 0x7BFF ? 65536 : reference::f16_to_float(static_cast<Bits>(bits + 1));
    for (const float value : around(static_cast<float>((low + high) / 2))) {
      f16.push_back(lm::float_to_f16(value));
      want_f16.push_back(reference::float_to_f16(value));
      f16.push_back(lm::float_to_f16(-value));
      want_f16.push_back(reference::float_to_f16(-value));
    }
  }
  equals(bf16, want_bf16);
  equals(f16, want_f16);
}

TEST_CASE("narrow_floats agrees with the reference at all sizes", "[narrow_floats][hidden]") {
  const int exponent =
      GENERATE(-140, -126, -40, -25, -24, -15, -14, -1, 0, 7, 14, 15, 16, 100, 127);
  std::vector<int> bf16, f16, want_bf16, want_f16;
  for (const float fraction : random_row(200, 1, -2, 2)) {
    const float value = std::ldexp(fraction, exponent);
    bf16.push_back(lm::float_to_bf16(value));
    want_bf16.push_back(reference::float_to_bf16(value));
    f16.push_back(lm::float_to_f16(value));
    want_f16.push_back(reference::float_to_f16(value));
  }
  equals(bf16, want_bf16);
  equals(f16, want_f16);
}

TEST_CASE("narrow_floats rounds the largest floats to infinity", "[narrow_floats][hidden]") {
  constexpr float largest = std::numeric_limits<float>::max();
  equals(lm::float_to_bf16(largest), 0x7F80);
  equals(lm::float_to_bf16(-largest), 0xFF80);
  equals(lm::float_to_f16(largest), 0x7C00);
  equals(lm::float_to_f16(-largest), 0xFC00);
  equals(lm::float_to_bf16(-INFINITY), 0xFF80);
  equals(lm::float_to_f16(INFINITY), 0x7C00);
}

// A NaN has 2^23 - 1 patterns. Cut to 16 bits, some would be an infinity; rounded, some -0.
TEST_CASE("narrow_floats keeps every NaN a NaN", "[narrow_floats][hidden]") {
  for (const std::uint32_t sign : {0u, 0x80000000u}) {
    for (const std::uint32_t fraction :
         {1u, 0x1FFFu, 0x8000u, 0xFFFFu, 0x10000u, 0x400000u, 0x7FFFFFu}) {
      const float nan = from_bits(sign | 0x7F800000u | fraction);
      equals(is_nan_bf16(lm::float_to_bf16(nan)), true);
      equals(is_nan_f16(lm::float_to_f16(nan)), true);
    }
  }
}
