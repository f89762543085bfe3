// Belief: Any number can be divided by; a factor below 1 is its reciprocal, or asks for nothing.
// Truth: Nobody knows what a factor below 1 was meant to be, and the planes turn faster
//   silently: refuse it in words.
// Kind: error
// Caught by: position_interpolation refuses a factor below 1
#include "position_interpolation.hpp"

#include "common/check.hpp"

std::vector<double> lm::position_interpolation(std::span<const double> frequencies, double factor) {
  std::vector<double> slowed(frequencies.begin(), frequencies.end());
  for (double& frequency : slowed) frequency /= factor;
  return slowed;
}
