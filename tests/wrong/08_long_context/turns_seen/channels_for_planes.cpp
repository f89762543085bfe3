// Belief: A plane is two channels, so both are listed, 2i and 2i + 1.
// Truth: The list has one index for each plane.
// Kind: value
// Caught by: turns_seen worked example: three planes, one unfinished; turns_seen worked example:
//   LLaMA-2
#include "turns_seen.hpp"

#include <numbers>

#include "common/check.hpp"

double lm::turns_seen(double frequency, int length) {
  kit::require(frequency > 0.0 && length >= 0, "turns_seen: frequency is ", frequency, ", length ",
               length, "; above 0, and at least 0 are needed");
  return frequency * length / (2.0 * std::numbers::pi);
}

std::vector<int> lm::unfinished_planes(std::span<const double> frequencies, int length) {
  kit::require(length >= 1, "unfinished_planes: length is ", length, ", at least 1 is needed");

  std::vector<int> planes;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    if (turns_seen(frequencies[i], length) < 1.0) {
      planes.push_back(2 * static_cast<int>(i));
      planes.push_back(2 * static_cast<int>(i) + 1);
    }
  }
  return planes;
}
