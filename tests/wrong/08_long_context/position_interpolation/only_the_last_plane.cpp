// Belief: The slowest plane is the one that has not seen its angles, so it alone is slowed.
// Truth: Position interpolation changes all planes; choosing among them is what YaRN does.
// Kind: value
// Caught by: position_interpolation worked example: factor 4; position_interpolation worked
//   example: factor 2.5
#include "position_interpolation.hpp"

#include "common/check.hpp"

std::vector<double> lm::position_interpolation(std::span<const double> frequencies, double factor) {
  kit::require(factor >= 1.0, "position_interpolation: factor is ", factor,
               ", at least 1 is needed");

  std::vector<double> slowed(frequencies.begin(), frequencies.end());
  if (!slowed.empty()) slowed.back() /= factor;
  return slowed;
}
