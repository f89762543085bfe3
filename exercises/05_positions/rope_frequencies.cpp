// Exercise: rope_frequencies
//           read rope_frequencies.md, then make `./kit test rope_frequencies` pass
#include "rope_frequencies.hpp"

#include <cmath>

#include "common/check.hpp"
#include "rotate_pair.hpp"

std::vector<double> lm::rope_frequencies(int head_dim, double rope_theta) {
  kit::require(rope_theta > 0.0, "rope_frequencies: rope_theta is ", rope_theta,
               "; it must be above 0");

  // 1. a head is made of pairs: refuse a head_dim that is odd or below 2
  //    (kit::require, "rope_frequencies: …")
  // 2. for each plane i below head_dim / 2: rope_theta to the power of -2i / head_dim
  kit::todo("rope_frequencies");
}

lm::RopeTable lm::rope_table(std::span<const double> frequencies, int n_positions,
                             double attention_factor) {
  kit::require(n_positions >= 0, "rope_table: n_positions is ", n_positions,
               "; it must not be negative");

  // 1. two matrices, a row for each position and a column for each plane
  // 2. angle: position times frequency, in double; the first position is 0
  // 3. turn the arrow (attention_factor, 0) by it: its x belongs into cos, its y into sin
  kit::todo("rope_table");
}
