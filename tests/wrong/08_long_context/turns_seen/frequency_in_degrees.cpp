// Belief: The angle is in degrees, so a turn is 360.
// Truth: Frequencies are radians for each position, and a turn is 2 pi.
// Kind: value
// Caught by: turns_seen worked example: quarters and eighths; turns_seen worked example: LLaMA-2
#include "turns_seen.hpp"

#include "common/check.hpp"

double lm::turns_seen(double frequency, int length) {
  kit::require(frequency > 0.0 && length >= 0, "turns_seen: frequency is ", frequency, ", length ",
               length, "; above 0, and at least 0 are needed");
  return frequency * length / 360.0;
}

std::vector<int> lm::unfinished_planes(std::span<const double> frequencies, int length) {
  kit::require(length >= 1, "unfinished_planes: length is ", length, ", at least 1 is needed");

  std::vector<int> planes;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    if (turns_seen(frequencies[i], length) < 1.0) planes.push_back(static_cast<int>(i));
  }
  return planes;
}
