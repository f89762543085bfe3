// Belief: The exponent and the fraction make the value.
// Truth: The topmost bit is the sign: 0xB555 is -0.333252.
// Kind: value
// Caught by: narrow_floats worked example: a half is taken apart
#include "narrow_floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

float lm::bf16_to_float(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

std::uint16_t lm::float_to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(bits >> 16 | 0x0040u);

  const std::uint32_t last_kept = bits >> 16 & 1u;
  return static_cast<std::uint16_t>((bits + 0x7FFFu + last_kept) >> 16);
}

float lm::f16_to_float(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1F;
  const int fraction = bits & 0x3FF;
  const float sign = 1.0f;

  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  if (exponent == 31) return fraction == 0 ? sign * INFINITY : NAN;
  return sign * std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
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
