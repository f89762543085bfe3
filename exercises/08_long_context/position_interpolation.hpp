#pragma once
#include <span>
#include <vector>

namespace lm {

/// Slows every plane alike, so that positions up to factor times the trained length turn no further
/// than training has shown:
///     new[i] = frequencies[i] / factor
///
/// frequencies  (head_dim / 2)  radians for each position; left unchanged
/// factor       >= 1            new length / trained length
/// returns      (head_dim / 2)
///
/// Throws std::invalid_argument if factor is below 1.
/// Source: Chen et al. 2023, arXiv:2306.15595, equation 4; config.json calls it "linear".
std::vector<double> position_interpolation(std::span<const double> frequencies, double factor);

}  // namespace lm
