#include "reference/narrow_floats.hpp"

#include <cmath>
#include <limits>

namespace {

struct Format {
  int exponent_bits, fraction_bits;

  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  unsigned infinity() const { return ((1u << exponent_bits) - 1) << fraction_bits; }

  /// The size that the bits stand for; those of infinity as if they were one more power of two.
  double size(unsigned bits) const {
    const int exponent = static_cast<int>(bits >> fraction_bits);
    const double fraction = (bits & ((1u << fraction_bits) - 1)) * std::pow(2.0, -fraction_bits);
    return exponent == 0 ? fraction * std::pow(2.0, 1 - bias())
                         : (1 + fraction) * std::pow(2.0, exponent - bias());
  }

  double widen(unsigned bits) const {
    const double sign = bits < 0x8000u ? 1 : -1;
    bits &= 0x7FFFu;
    if (bits > infinity()) return std::numeric_limits<double>::quiet_NaN();
    if (bits == infinity()) return sign * std::numeric_limits<double>::infinity();
    return sign * size(bits);
  }

  unsigned narrow(double value) const {
    const unsigned sign = std::signbit(value) ? 0x8000u : 0u;
    if (std::isnan(value)) return sign | infinity() | 1u << (fraction_bits - 1);
    value = std::abs(value);
    if (value >= size(infinity())) return sign | infinity();

    // size() grows with the bits: halve the distance until the neighbors are found.
    unsigned below = 0, above = infinity();
    while (above - below > 1) {
      const unsigned middle = (below + above) / 2;
      (size(middle) <= value ? below : above) = middle;
    }
    const double down = value - size(below), up = size(above) - value;
    const bool take_above = up < down || (up == down && above % 2 == 0);
    return sign | (take_above ? above : below);
  }
};

constexpr Format bf16{8, 7};
constexpr Format f16{5, 10};

}  // namespace

double reference::bf16_to_float(std::uint16_t bits) {
  return bf16.widen(bits);
}
double reference::f16_to_float(std::uint16_t bits) {
  return f16.widen(bits);
}

std::uint16_t reference::float_to_bf16(double value) {
  return static_cast<std::uint16_t>(bf16.narrow(value));
}
std::uint16_t reference::float_to_f16(double value) {
  return static_cast<std::uint16_t>(f16.narrow(value));
}
