// Belief: The first frequency is always 1, so interpolation starts with the second plane.
// Truth: It is 1 before it is scaled; plane 0 is slowed like all others.
// Kind: value
// Caught by: position_interpolation worked example: factor 4; position_interpolation worked
//   example: factor 2.5
#include "position_interpolation.hpp"

#include "common/check.hpp"

std::vector<double> lm::position_interpolation(std::span<const double> frequencies, double factor) {
  kit::require(factor >= 1.0, "position_interpolation: factor is ", factor,
               ", at least 1 is needed");

  std::vector<double> slowed(frequencies.begin(), frequencies.end());
  for (std::size_t i = 1; i < slowed.size(); ++i) slowed[i] /= factor;
  return slowed;
}
