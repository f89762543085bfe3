// Belief: Longer texts need more of everything: each position, and so each frequency, times the
//   factor.
// Truth: Interpolation squeezes new positions in between the old ones: divide.
// Kind: value
// Caught by: position_interpolation worked example: factor 4; position_interpolation worked
//   example: factor 2.5
#include "position_interpolation.hpp"

#include "common/check.hpp"

std::vector<double> lm::position_interpolation(std::span<const double> frequencies, double factor) {
  kit::require(factor >= 1.0, "position_interpolation: factor is ", factor,
               ", at least 1 is needed");

  std::vector<double> slowed(frequencies.begin(), frequencies.end());
  for (double& frequency : slowed) frequency *= factor;
  return slowed;
}
