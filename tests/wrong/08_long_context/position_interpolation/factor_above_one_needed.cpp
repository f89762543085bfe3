// Belief: A factor of 1 does nothing, so it is a mistake.
// Truth: It is allowed: a model that is not stretched has factor 1.
// Kind: error
// Caught by: position_interpolation by factor 1 changes nothing
#include "position_interpolation.hpp"

#include "common/check.hpp"

std::vector<double> lm::position_interpolation(std::span<const double> frequencies, double factor) {
  kit::require(factor > 1.0, "position_interpolation: factor is ", factor, "; it must be above 1");

  std::vector<double> slowed(frequencies.begin(), frequencies.end());
  for (double& frequency : slowed) frequency /= factor;
  return slowed;
}
