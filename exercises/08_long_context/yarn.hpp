#pragma once
#include <vector>

#include "common/rope.hpp"

namespace lm {

/// Slows the slow planes, leaves the fast ones, and blends between them along a ramp:
///     plane(turns) = head_dim * ln(L / (2 pi turns)) / (2 ln rope_theta),  L the trained length
///     low = plane(beta_fast), rounded down, at least 0
///     high = plane(beta_slow), rounded up, at most head_dim - 1;  high = low counts as low + 0.001
///     ramp[i] = (i - low) / (high - low), kept between 0 and 1
///     new[i] = f[i] * (1 - ramp[i]) + f[i] / factor * ramp[i],  f[i] = rope_theta^(-2i / head_dim)
///
/// head_dim    even, >= 2
/// rope_theta  > 1
/// scaling     factor >= 1, original_max_seq_len >= 1 (L), beta_fast (32) and beta_slow (1) > 0;
///             truncate: if false, low and high are not rounded
/// returns     (head_dim / 2)  radians for each position
///
/// Throws std::invalid_argument if a value is out of range.
std::vector<double> yarn_frequencies(int head_dim, double rope_theta, const RopeScaling& scaling);

/// Computes what both q and k are stretched by, so that a score grows by its square:
///     g(m) = 0.1 * m * ln(factor) + 1
///     attention_factor if given; else g(mscale) / g(mscale_all_dim) if both are given; else g(1)
///
/// scaling  factor >= 1; 1 gives 1
/// returns  the factor of cosine and sine in rope_table
///
/// Throws std::invalid_argument if factor is below 1.
/// Source: Peng et al. 2023, arXiv:2309.00071, equations 21 to 25; DeepSeek-V2 for mscale.
double yarn_attention_factor(const RopeScaling& scaling);

}  // namespace lm
