// Belief: Plane 0 keeps its speed and the last plane slows by the factor, those between by
//   degrees.
// Truth: That is NTK-aware scaling. Position interpolation slows every plane alike.
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
        slowed.size() > 1 ? static_cast<double>(i) / static_cast<double>(slowed.size() - 1) : 1.0;
    slowed[i] *= std::pow(factor, -share);
  }
  return slowed;
}
