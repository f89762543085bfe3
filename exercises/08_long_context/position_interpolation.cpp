// Exercise: position_interpolation
//           read position_interpolation.md, then make `./kit test position_interpolation` pass
#include "position_interpolation.hpp"

#include "common/check.hpp"

std::vector<double> lm::position_interpolation(std::span<const double> frequencies, double factor) {
  // 1. factor is new length / trained length: refuse one below 1
  //    (kit::require, "position_interpolation: …")
  // 2. slow every plane by it, so that position factor * p turns as far as p did
  kit::todo("position_interpolation");
}
