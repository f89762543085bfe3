#pragma once
#include <vector>

#include "common/rope.hpp"

namespace lm {

/// Computes how fast each plane of a head turns, in radians for each position:
///     frequency[i] = rope_theta^(-2i / head_dim),  i = 0 ... head_dim/2 - 1
///
/// head_dim    even, >= 2
/// rope_theta  > 0    10000 in LLaMA-2, 500000 in LLaMA-3, 1000000 in Qwen2
/// returns     (head_dim / 2)  falling; the first is always 1
///
/// Throws std::invalid_argument if head_dim is odd or below 2, or if rope_theta is not above 0.
/// Source: Su et al. 2021, arXiv:2104.09864, section 3.2.2.
std::vector<double> rope_frequencies(int head_dim, double rope_theta);

/// Tabulates cosine and sine of every angle  pos * frequency[i]:
///     (cos[pos][i], sin[pos][i]) is the arrow (attention_factor, 0), turned by that angle
///
/// frequencies       (head_dim / 2)  as above, or scaled as in chapter 8
/// n_positions       >= 0            rows for positions 0 ... n_positions - 1
/// attention_factor  > 0             1, but for YaRN
/// returns           both tables (n_positions, head_dim / 2)
///
/// Angles, cosines and sines in double, cast to float once: a float32 angle is wrong at long range.
/// Throws std::invalid_argument if n_positions is negative.
RopeTable rope_table(std::span<const double> frequencies, int n_positions, double attention_factor);

}  // namespace lm
