#pragma once
#include <vector>

namespace reference {

/// Both ends of the ramp, as planes: where beta_fast and where beta_slow turns are made.
std::vector<double> yarn_ramp(int head_dim, double rope_theta, int original_max_seq_len,
                              double beta_fast, double beta_slow, bool truncate);

/// Each plane by the case it falls into: kept, divided, or on the way.
std::vector<double> yarn_frequencies(int head_dim, double rope_theta, double factor,
                                     int original_max_seq_len, double beta_fast, double beta_slow,
                                     bool truncate);

/// 0.1 · m · ln(factor) + 1: with m = 1 what q and k are stretched by.
double yarn_growth(double factor, double m);

}  // namespace reference
