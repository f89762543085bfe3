// Belief: A 16-bit float is the upper half of a float32, whatever its name.
// Truth: That is bfloat16. An IEEE half has 5 exponent bits and 10 fraction bits.
// Kind: value
// Caught by: narrow_floats worked example: a half is taken apart; narrow_floats knows halves near
//   zero
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
  return bf16_to_float(bits);
}

std::uint16_t lm::float_to_f16(float value) {
  return float_to_bf16(value);
}
