#include "narrow_floats.hpp"

#include <bit>
#include <cmath>

#include "support/testing.hpp"

using lm::bf16_to_float, lm::f16_to_float, lm::float_to_bf16, lm::float_to_f16;

// As float32 these are 0x3F800000, 0xC2C80000 and 0x3DCC0000.
TEST_CASE("narrow_floats worked example: bf16 is half a float32", "[narrow_floats]") {
  equals(bf16_to_float(0x3F80), 1.0);
  equals(bf16_to_float(0xC2C8), -100.0);
  equals(bf16_to_float(0x3DCC), 0.099609375);
}

// 0.7 is 0x3F333333: 0x3F33 stays. 1.005859375 is 0x3F80C000, more than half goes: 0x3F81.
TEST_CASE("narrow_floats rounds to the nearest bf16", "[narrow_floats]") {
  equals(bf16_to_float(float_to_bf16(0.7f)), 0.69921875);
  equals(bf16_to_float(float_to_bf16(1.005859375f)), 1.0078125);
}

// At 256 the bf16 numbers lie 2 apart: 257 is half way to 258, 259 half way from 258 to 260.
TEST_CASE("narrow_floats rounds to the even bf16 half way", "[narrow_floats]") {
  equals(bf16_to_float(float_to_bf16(257)), 256.0);
  equals(bf16_to_float(float_to_bf16(259)), 260.0);
}

TEST_CASE("narrow_floats keeps a NaN in bf16", "[narrow_floats]") {
  equals(std::isnan(bf16_to_float(float_to_bf16(std::bit_cast<float>(0x7F800001)))), true);
}

// 0xB555 is the sign, the exponent 13 and the fraction 341: -(1024 + 341) · 2^(13 - 25).
TEST_CASE("narrow_floats worked example: a half is taken apart", "[narrow_floats]") {
  equals(f16_to_float(0x3C00), 1.0);
  equals(f16_to_float(0xB555), -1365 / 4096.0);
  equals(f16_to_float(0x7C00), INFINITY);
}

// Sub-normals count in steps of 2^-24. 1e-6 is nearest to 17 of them, 1e-8 to none.
TEST_CASE("narrow_floats knows halves near zero", "[narrow_floats]") {
  equals(f16_to_float(0x03FF), 1023 * 0x1p-24);
  equals(float_to_f16(1e-6f), 17);
  equals(float_to_f16(1e-8f), 0);
  equals(float_to_f16(-0.0f), 0x8000);
}

// At 2048 halves lie 2 apart. Below 256 they lie 0.125 apart, and 255.95 is nearer to 256.
TEST_CASE("narrow_floats rounds to the nearest half", "[narrow_floats]") {
  equals(f16_to_float(float_to_f16(2049)), 2048.0);
  equals(f16_to_float(float_to_f16(2051)), 2052.0);
  equals(f16_to_float(float_to_f16(255.95f)), 256.0);
}

// The largest half is 65504. 255.875² is 65472.02, and 256² is 65536.
TEST_CASE("narrow_floats ends the halves at 65504", "[narrow_floats]") {
  equals(f16_to_float(float_to_f16(255.875f * 255.875f)), 65472.0);
  equals(f16_to_float(float_to_f16(65519)), 65504.0);
  equals(f16_to_float(float_to_f16(256.0f * 256.0f)), INFINITY);
}
