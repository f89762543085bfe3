// Belief: Until a text is longer than the trained length, the base is the plain NTK-aware one.
// Truth: Within the trained length nothing needs to be slowed: rope_theta stays.
// Kind: value
// Caught by: ntk_aware worked example: a base that follows the text; ntk_aware leaves texts within
//   the trained length alone
#include "ntk_aware.hpp"

#include <cmath>

#include "common/check.hpp"

double lm::ntk_aware_base(int head_dim, double rope_theta, double factor) {
  kit::require(rope_theta > 0.0 && factor >= 1.0, "ntk_aware_base: rope_theta is ", rope_theta,
               ", factor ", factor, "; they need to be above 0, and at least 1");
  kit::require(head_dim >= 4 && head_dim % 2 == 0, "ntk_aware_base: head_dim is ", head_dim,
               ", an even number from 4 on is needed");
  return rope_theta * std::pow(factor, head_dim / (head_dim - 2.0));
}

double lm::dynamic_ntk_base(int head_dim, double rope_theta, double factor, int seq_len,
                            int original_len) {
  kit::require(seq_len >= 0 && original_len >= 1, "dynamic_ntk_base: seq_len is ", seq_len,
               ", original_len ", original_len, "; 0 and 1 are the least");
  kit::require(factor >= 1.0, "dynamic_ntk_base: factor is ", factor, ", at least 1 is needed");

  if (seq_len <= original_len) return ntk_aware_base(head_dim, rope_theta, factor);

  const double stretch = factor * seq_len / original_len - (factor - 1.0);
  return ntk_aware_base(head_dim, rope_theta, stretch);
}
