// Belief: Interpolation puts one new position between two old ones, so frequencies are halved.
// Truth: How many new ones there are the factor says.
// Kind: value
// Caught by: position_interpolation worked example: factor 4; position_interpolation worked
//   example: factor 2.5
#include "position_interpolation.hpp"

#include "common/check.hpp"

std::vector<double> lm::position_interpolation(std::span<const double> frequencies, double factor) {
  kit::require(factor >= 1.0, "position_interpolation: factor is ", factor,
               ", at least 1 is needed");

  std::vector<double> slowed(frequencies.begin(), frequencies.end());
  for (double& frequency : slowed) frequency /= 2.0;
  return slowed;
}
