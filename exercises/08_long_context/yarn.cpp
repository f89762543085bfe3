// Exercise: yarn                read yarn.md, then make `./kit test yarn` pass
#include "yarn.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "common/check.hpp"

std::vector<double> lm::yarn_frequencies(int head_dim, double rope_theta,
                                         const RopeScaling& scaling) {
  kit::require(head_dim >= 2 && head_dim % 2 == 0, "yarn_frequencies: head_dim is ", head_dim,
               ", an even number is needed");
  kit::require(rope_theta > 1.0, "yarn_frequencies: rope_theta is ", rope_theta,
               ", it needs to be above 1");
  kit::require(scaling.factor >= 1.0 && scaling.original_max_seq_len >= 1 &&
                   scaling.beta_fast > 0.0 && scaling.beta_slow > 0.0,
               "yarn_frequencies: factor is ", scaling.factor, ", original_max_seq_len ",
               scaling.original_max_seq_len, "; both need to be at least 1, the betas above 0");

  // 1. plane(turns): which plane makes so many turns within the trained length; a fraction is fine
  // 2. low and high, the ends of the ramp: planes of beta_fast and beta_slow, rounded if truncate
  // 3. keep low from 0 on and high up to head_dim - 1; if they are equal, 0.001 stands between
  // 4. for each plane i its ramp: 0 up to low, 1 from high on, a straight line between
  // 5. blend: ramp 0 keeps the frequency of rope_theta, ramp 1 divides it by factor
  kit::todo("yarn_frequencies");
}

double lm::yarn_attention_factor(const RopeScaling& scaling) {
  kit::require(scaling.factor >= 1.0, "yarn_attention_factor: factor is ", scaling.factor,
               ", at least 1 is needed");

  // 1. a factor that the file gives is the answer
  // 2. g(m), as the contract has it: the natural logarithm
  // 3. the quotient if both mscales are given; else g(1)
  kit::todo("yarn_attention_factor");
}
