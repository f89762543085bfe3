// Belief: The two methods help each other: the base is raised, and then all planes are divided.
// Truth: One method, not two: together the slowest plane is slowed by the square of the factor.
// Kind: value
// Caught by: position_interpolation worked example: factor 4; position_interpolation worked
//   example: factor 2.5
#include "position_interpolation.hpp"

#include <cmath>

#include "common/check.hpp"

std::vector<double> lm::position_interpolation(std::span<const double> frequencies, double factor) {
  kit::require(factor >= 1.0, "position_interpolation: factor is ", factor,
               ", at least 1 is needed");

  std::vector<double> slowed(frequencies.begin(), frequencies.end());
  for (std::size_t i = 0; i < slowed.size(); ++i) {
    const double share =
        slowed.size() > 1 ? static_cast<double>(i) / static_cast<double>(slowed.size() - 1) : 0.0;
    slowed[i] *= std::pow(factor, -share) / factor;
  }
  return slowed;
}
