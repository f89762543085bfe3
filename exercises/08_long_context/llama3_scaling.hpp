#pragma once
#include <vector>

#include "common/rope.hpp"

namespace lm {

/// Scales frequencies in three bands, by the turns that a plane makes in the trained length L:
///     turns = L * f / (2 pi)
///     turns > high_freq_factor:  f          turns < low_freq_factor:  f / factor
///     between:  f * s + f / factor * (1 - s),
///               s = (turns - low_freq_factor) / (high_freq_factor - low_freq_factor)
///
/// frequencies  (head_dim / 2)  unscaled, radians for each position; left unchanged
/// scaling      factor >= 1, original_max_seq_len >= 1 (L), 0 < low_freq_factor < high_freq_factor
/// returns      (head_dim / 2)
///
/// Throws std::invalid_argument if a value is out of range.
/// Source: Meta's Llama 3.1, model.py, apply_scaling.
std::vector<double> llama3_scaling(std::span<const double> frequencies, const RopeScaling& scaling);

}  // namespace lm
