// Exercise: rotate_pair         read rotate_pair.md, then make `./kit test rotate_pair` pass
#include "rotate_pair.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Pair lm::rotate_pair(Pair pair, double angle) {
  // 1. the cosine and the sine of the angle
  // 2. the new x: x cos - y sin
  // 3. the new y: x sin + y cos, with the old x
  kit::todo("rotate_pair");
}

lm::Pair lm::quarter_turns(Pair pair, int turns) {
  // 1. how many quarter turns are left, 0 to 3, when whole circles are taken away; mind turns < 0
  // 2. so many times: (x, y) becomes (-y, x); no cosine, no sine
  kit::todo("quarter_turns");
}
