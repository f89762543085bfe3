// Belief: RoPE is relative, so it reaches any distance as it is; the factor is for the buffers.
// Truth: Relative it is, but distances beyond the trained length are new to the model: divide.
// Kind: value
// Caught by: position_interpolation worked example: factor 4; position_interpolation worked
//   example: factor 2.5
#include "position_interpolation.hpp"

#include "common/check.hpp"

std::vector<double> lm::position_interpolation(std::span<const double> frequencies, double factor) {
  kit::require(factor >= 1.0, "position_interpolation: factor is ", factor,
               ", at least 1 is needed");

  std::vector<double> slowed(frequencies.begin(), frequencies.end());

  return slowed;
}
