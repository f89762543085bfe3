// Belief: The last position of a text of `length` tokens is length - 1, so the list counts up to
//   there.
// Truth: A turn is finished when its last step is made: all `length` steps count, in the list as in
//   turns_seen.
// Kind: value
// Caught by: turns_seen worked example: three planes, one unfinished; turns_seen ends a turn where
//   it closes
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
    if (turns_seen(frequencies[i], length - 1) < 1.0) planes.push_back(static_cast<int>(i));
  }
  return planes;
}
