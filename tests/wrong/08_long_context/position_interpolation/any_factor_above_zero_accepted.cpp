// Belief: A factor has to be above 0, or the division fails. Any other will do.
// Truth: One below 1 is somebody's reciprocal, and makes the planes faster. Refuse it.
// Kind: error
// Caught by: position_interpolation refuses a factor below 1; position_interpolation says which
//   factor it refuses
#include "position_interpolation.hpp"

#include "common/check.hpp"

std::vector<double> lm::position_interpolation(std::span<const double> frequencies, double factor) {
  kit::require(factor > 0.0, "position_interpolation: factor is ", factor,
               ", at least 1 is needed");

  std::vector<double> slowed(frequencies.begin(), frequencies.end());
  for (double& frequency : slowed) frequency /= factor;
  return slowed;
}
