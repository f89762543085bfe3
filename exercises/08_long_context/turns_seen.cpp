// Exercise: turns_seen          read turns_seen.md, then make `./kit test turns_seen` pass
#include "turns_seen.hpp"

#include <numbers>

#include "common/check.hpp"

double lm::turns_seen(double frequency, int length) {
  kit::require(frequency > 0.0 && length >= 0, "turns_seen: frequency is ", frequency, ", length ",
               length, "; above 0, and at least 0 are needed");

  // 1. the angle that `length` steps add up to, in radians
  // 2. a full turn is 2 pi of them
  kit::todo("turns_seen");
}

std::vector<int> lm::unfinished_planes(std::span<const double> frequencies, int length) {
  kit::require(length >= 1, "unfinished_planes: length is ", length, ", at least 1 is needed");

  // 1. ask turns_seen about each plane; it refuses a frequency that is not above 0
  // 2. collect the indices, from 0, of those with less than one turn
  kit::todo("unfinished_planes");
}
