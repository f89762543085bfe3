// Belief: A 16-bit float is a half, whatever its name.
// Truth: bfloat16 keeps the 8 exponent bits of a float32 and has 7 fraction bits; a half has 5 and
//   10.
// Kind: value
// Caught by: narrow_floats worked example: bf16 is half a float32; narrow_floats rounds to the
//   nearest bf16
#include "narrow_floats.hpp"

#include <algorithm>
#include <cmath>

float lm::bf16_to_float(std::uint16_t bits) {
  return f16_to_float(bits);
}

std::uint16_t lm::float_to_bf16(float value) {
  return float_to_f16(value);
}

float lm::f16_to_float(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1F;
  const int fraction = bits & 0x3FF;

  float size = 0.0f;
  if (exponent == 0) {
    size = std::ldexp(static_cast<float>(fraction), -24);
  } else if (exponent == 31) {
    size = fraction == 0 ? INFINITY : NAN;
  } else {
    size = std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
  }
  return std::copysign(size, (bits & 0x8000) != 0 ? -1.0f : 1.0f);
}

std::uint16_t lm::float_to_f16(float value) {
  const int sign = std::signbit(value) ? 0x8000 : 0;
  const float size = std::fabs(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7E00);
  if (size >= 65520.0f) return static_cast<std::uint16_t>(sign | 0x7C00);

  const int exponent = std::max(std::ilogb(size), -14);
  const int units = static_cast<int>(std::nearbyint(std::ldexp(size, 10 - exponent)));
  return static_cast<std::uint16_t>(sign | (((exponent + 14) << 10) + units));
}
