// Belief: A text is twice or four times as long: the factor is a whole number.
// Truth: Factors such as 2.5 occur, new length / trained length; cut off, positions leave the
//   trained range.
// Kind: value
// Caught by: position_interpolation worked example: factor 2.5
#include "position_interpolation.hpp"

#include "common/check.hpp"

std::vector<double> lm::position_interpolation(std::span<const double> frequencies, double factor) {
  kit::require(factor >= 1.0, "position_interpolation: factor is ", factor,
               ", at least 1 is needed");

  std::vector<double> slowed(frequencies.begin(), frequencies.end());
  for (double& frequency : slowed) frequency /= static_cast<int>(factor);
  return slowed;
}
