// Belief: Below 2^-14 a half is zero.
// Truth: Below 2^-14 halves lie 2^-24 apart, down to 0: small gradients and weights live there.
// Kind: value
// Caught by: narrow_floats knows halves near zero
#include "narrow_floats.hpp"

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

  float size = 0.0f;
  if (exponent == 0) {
    size = 0.0f;
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
  if (size < 0x1p-14f) return static_cast<std::uint16_t>(sign);
  if (size >= 65520.0f) return static_cast<std::uint16_t>(sign | 0x7C00);

  const int exponent = std::ilogb(size);
  const int units = static_cast<int>(std::nearbyint(std::ldexp(size, 10 - exponent)));
  return static_cast<std::uint16_t>(sign | (((exponent + 14) << 10) + units));
}
