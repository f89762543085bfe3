// Belief: The last plane is the slowest, so it is the one that does not finish.
// Truth: Others stay unfinished, too: 18 of 64 in LLaMA-2.
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
  if (!frequencies.empty() && turns_seen(frequencies.back(), length) < 1.0) {
    planes.push_back(static_cast<int>(frequencies.size()) - 1);
  }
  return planes;
}
