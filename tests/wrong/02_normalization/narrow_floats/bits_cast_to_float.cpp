// Belief: static_cast<float>(bits) turns the 16 bits into a float.
// Truth: It turns the whole number 16256 into 16256.0. The bits are a pattern: std::bit_cast.
// Kind: value
// Caught by: narrow_floats worked example: bf16 is half a float32; narrow_floats worked example: a
//   half is taken apart
#include "narrow_floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

float lm::bf16_to_float(std::uint16_t bits) {
  return static_cast<float>(bits);
}

std::uint16_t lm::float_to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(bits >> 16 | 0x0040u);

  const std::uint32_t last_kept = bits >> 16 & 1u;
  return static_cast<std::uint16_t>((bits + 0x7FFFu + last_kept) >> 16);
}

float lm::f16_to_float(std::uint16_t bits) {
  return static_cast<float>(bits);
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
