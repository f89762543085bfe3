// Belief: Frequencies are floats like everything else.
// Truth: A float32 frequency errs by 3e-8 of itself, which is visible in an angle far out; this
//   chapter works in double.
// Kind: value
// Caught by: position_interpolation agrees with the reference
#include "position_interpolation.hpp"

#include "common/check.hpp"

std::vector<double> lm::position_interpolation(std::span<const double> frequencies, double factor) {
  kit::require(factor >= 1.0, "position_interpolation: factor is ", factor,
               ", at least 1 is needed");

  std::vector<double> slowed(frequencies.begin(), frequencies.end());
  for (double& frequency : slowed) frequency = static_cast<float>(frequency / factor);
  return slowed;
}
