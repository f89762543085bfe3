// Exercise: narrow_floats       read narrow_floats.md, then make `./kit test narrow_floats` pass
#include "narrow_floats.hpp"

#include <bit>
#include <cmath>

float lm::bf16_to_float(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

std::uint16_t lm::float_to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  // Cutting a NaN's fraction could leave an infinity: set its highest fraction bit.
  if (std::isnan(value)) return static_cast<std::uint16_t>(bits >> 16 | 0x0040u);

  // Just below one half of the last kept bit; one more if that bit is odd.
  const std::uint32_t rounding = 0x7FFFu + (bits >> 16 & 1u);
  return static_cast<std::uint16_t>((bits + rounding) >> 16);
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
    size = std::ldexp(static_cast<float>(0x400 + fraction), exponent - 25);
  }
  return std::copysign(size, bits & 0x8000 ? -1.0f : 1.0f);
}

std::uint16_t lm::float_to_f16(float value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return sign | 0x7E00;
  const float size = std::fabs(value);
  if (size >= 65520.0f) return sign | 0x7C00;

  // Count in units of the last bit: 2^-24 for sub-normals, 2^(exponent - 10) above. A fraction that
  // rounds up to 0x800 carries into the exponent, which is what it should do.
  const int exponent = size < 0x1p-14f ? -14 : std::ilogb(size);
  const float units = std::nearbyint(std::ldexp(size, 10 - exponent));
  const int biased = size < 0x1p-14f ? 0 : (exponent + 14) << 10;
  return static_cast<std::uint16_t>(sign | (biased + static_cast<int>(units)));
}
