#include "reference/rotate_pair.hpp"

#include <complex>

std::vector<double> reference::rotate_pair(std::span<const double> pair, double angle) {
  const std::complex<double> turned =
      std::complex<double>(pair[0], pair[1]) * std::polar(1.0, angle);
  return {turned.real(), turned.imag()};
}

std::vector<double> reference::quarter_turns(std::span<const double> pair, int turns) {
  switch (static_cast<unsigned>(turns) & 3U) {  // two's complement: -1 is 3
    case 0:
      return {pair[0], pair[1]};
    case 1:
      return {-pair[1], pair[0]};
    case 2:
      return {-pair[0], -pair[1]};
    default:
      return {pair[1], -pair[0]};
  }
}
