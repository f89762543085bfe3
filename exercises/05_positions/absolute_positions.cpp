// Exercise: absolute_positions
//           read absolute_positions.md, then make `./kit test absolute_positions` pass
#include "absolute_positions.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Vector lm::sinusoidal_position(int pos, int hidden_size) {
  kit::require(pos >= 0, "sinusoidal_position: pos is ", pos, "; it must not be negative");
  kit::require(hidden_size >= 2 && hidden_size % 2 == 0, "sinusoidal_position: hidden_size is ",
               hidden_size, "; an even number is needed, 2 or more");

  // 1. for each i below hidden_size / 2: frequency = 10000 to the power of -2i / hidden_size
  // 2. angle: pos times the frequency, in double
  // 3. channel 2i gets the sine of the angle, channel 2i + 1 its cosine
  kit::todo("sinusoidal_position");
}

lm::Vector lm::learned_position(MatrixView table, int pos) {
  // 1. a table of n rows knows positions 0 ... n - 1: refuse any other
  //    (kit::require, "learned_position: …")
  // 2. return a copy of row pos
  kit::todo("learned_position");
}
