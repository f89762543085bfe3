// Exercise: llama3_scaling      read llama3_scaling.md, then make `./kit test llama3_scaling` pass
#include "llama3_scaling.hpp"

#include <algorithm>
#include <numbers>

#include "common/check.hpp"

std::vector<double> lm::llama3_scaling(std::span<const double> frequencies,
                                       const RopeScaling& scaling) {
  const double low = scaling.low_freq_factor;
  const double high = scaling.high_freq_factor;
  kit::require(scaling.factor >= 1.0 && scaling.original_max_seq_len >= 1,
               "llama3_scaling: factor is ", scaling.factor, ", original_max_seq_len ",
               scaling.original_max_seq_len, "; both need to be at least 1");

  // 1. bands that are not 0 < low < high leave nothing to blend: refuse them
  //    (kit::require, "llama3_scaling: …")
  // 2. for each plane its turns in the trained length
  // 3. its share, how far it is on the way from low to high: 0 up to low, 1 from high on
  // 4. the share of its frequency stays, the rest is divided by factor
  kit::todo("llama3_scaling");
}
