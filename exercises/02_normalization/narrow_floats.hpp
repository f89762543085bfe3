#pragma once
#include <cstdint>

namespace lm {

/// Widens a bfloat16 (1 sign bit, 8 exponent bits, 7 fraction bits) to float32, exactly.
///
/// bits    the 16 bits as stored; every pattern is a number, an infinity or a NaN
/// returns the same value; a NaN stays a NaN
float bf16_to_float(std::uint16_t bits);

/// Rounds a float32 to the nearest bfloat16; half way, to the even one.
///
/// value   any float; a NaN stays a NaN, values past the largest bfloat16 become infinity
/// returns the 16 bits
std::uint16_t float_to_bf16(float value);

/// Widens an IEEE half (1 sign bit, 5 exponent bits, 10 fraction bits) to float32, exactly.
/// Halves below 2^-14 are sub-normal: 0.fraction * 2^-14, without the leading one.
///
/// bits    the 16 bits as stored
/// returns the same value; a NaN stays a NaN
float f16_to_float(std::uint16_t bits);

/// Rounds a float32 to the nearest half, sub-normals included; half way, to the even one.
///
/// value   any float; from 65520 on the result is infinity, up to 2^-25 it is zero; the sign stays
/// returns the 16 bits
///
/// Source: IEEE 754-2008, binary16, round to nearest even; bfloat16: the upper half of binary32.
std::uint16_t float_to_f16(float value);

}  // namespace lm
