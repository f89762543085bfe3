// Exercise: narrow_floats       read narrow_floats.md, then make `./kit test narrow_floats` pass
#include "narrow_floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "common/check.hpp"

float lm::bf16_to_float(std::uint16_t bits) {
  // 1. the 16 bits are the upper half of a float32: put 16 zeros below them
  // 2. return the float that has these 32 bits (std::bit_cast)
  kit::todo("bf16_to_float");
}

std::uint16_t lm::float_to_bf16(float value) {
  // 1. a NaN keeps its upper half; set a fraction bit there, or it could turn into an infinity
  // 2. to the 32 bits of value add 0x7FFF, and one more if the last bit that stays is 1
  // 3. return the upper half
  kit::todo("float_to_bf16");
}

float lm::f16_to_float(std::uint16_t bits) {
  // 1. take the sign, the 5 bits of the exponent and the 10 bits of the fraction apart
  // 2. exponent 0: fraction * 2^-24; exponent 31: infinity, or NaN if the fraction is not 0
  // 3. otherwise (1024 + fraction) * 2^(exponent - 25)  (std::ldexp)
  // 4. return it with its sign (std::copysign: zero has one too)
  kit::todo("f16_to_float");
}

std::uint16_t lm::float_to_f16(float value) {
  // 1. sign: 0x8000 for a negative value, -0 included (std::signbit); go on with the size
  // 2. a NaN becomes 0x7E00; a size from 65520 on becomes infinity, 0x7C00
  // 3. exponent: the size's own (std::ilogb), but -14 where that is lower
  // 4. units: the size in steps of 2^(exponent - 10), rounded to even (std::nearbyint)
  // 5. return sign, plus exponent + 14 shifted to the exponent's place, plus units. Added, not or-ed:
  //    the 1024 that every normal counts is not stored but raises the exponent by one, and so does
  //    a carry
  kit::todo("float_to_f16");
}
