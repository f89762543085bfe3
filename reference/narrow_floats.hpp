#pragma once
#include <cstdint>

namespace reference {

// Both formats from their definition: (1 + fraction / 2^f)·2^(exponent - bias), a fraction without
// the 1 where the exponent is 0. Rounding looks for the two neighbors of a value and takes the
// nearer one.
double bf16_to_float(std::uint16_t bits);
std::uint16_t float_to_bf16(double value);
double f16_to_float(std::uint16_t bits);
std::uint16_t float_to_f16(double value);

}  // namespace reference
