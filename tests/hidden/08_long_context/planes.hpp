#pragma once
// How to compare frequencies: the slowest planes have 1e-6 radians for each position, where an
// absolute bound says nothing. The table multiplies them by positions of 131071 and more: 1e-12 of
// a frequency keeps its angle right to 1e-7 there.
#include <vector>

#include "support/testing.hpp"

namespace planes {

inline void are_close(double relative, const std::vector<double>& got,
                      const std::vector<double>& want) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < got.size(); ++i) {
    ratios.push_back(i < want.size() ? got[i] / want[i] : got[i]);
  }
  kit::is_within(relative, ratios, std::vector<double>(want.size(), 1.0));
}

}  // namespace planes
