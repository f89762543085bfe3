// Exercise: position_interpolation
//           read position_interpolation.md, then make `./kit test position_interpolation` pass
#include "position_interpolation.hpp"

#include "common/check.hpp"

std::vector<double> lm::position_interpolation(std::span<const double> frequencies, double factor) {
  kit::require(factor >= 1.0, "position_interpolation: factor is ", factor,
               ", at least 1 is needed");

  std::vector<double> slowed(frequencies.begin(), frequencies.end());
  for (double& frequency : slowed) frequency /= factor;
  return slowed;
}
