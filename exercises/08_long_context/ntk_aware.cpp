// Exercise: ntk_aware           read ntk_aware.md, then make `./kit test ntk_aware` pass
#include "ntk_aware.hpp"

#include <cmath>

#include "common/check.hpp"

double lm::ntk_aware_base(int head_dim, double rope_theta, double factor) {
  kit::require(rope_theta > 0.0 && factor >= 1.0, "ntk_aware_base: rope_theta is ", rope_theta,
               ", factor ", factor, "; they need to be above 0, and at least 1");

  // 1. a head of one plane has a fastest and no slowest: refuse a head_dim that is odd or below 4
  // 2. the slowest plane has the exponent -(head_dim - 2) / head_dim; which base slows it
  //    by factor?
  kit::todo("ntk_aware_base");
}

double lm::dynamic_ntk_base(int head_dim, double rope_theta, double factor, int seq_len,
                            int original_len) {
  kit::require(seq_len >= 0 && original_len >= 1, "dynamic_ntk_base: seq_len is ", seq_len,
               ", original_len ", original_len, "; 0 and 1 are the least");
  kit::require(factor >= 1.0, "dynamic_ntk_base: factor is ", factor, ", at least 1 is needed");

  // 1. a text within the trained length keeps rope_theta
  // 2. a longer one: the line that is 1 at original_len and grows by factor for each further one
  // 3. the base that ntk_aware_base gives for it
  kit::todo("dynamic_ntk_base");
}
