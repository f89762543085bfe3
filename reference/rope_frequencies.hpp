#pragma once
#include <span>
#include <vector>

namespace reference {

/// 1 / rope_theta^(2i / head_dim), in long double and rounded once.
std::vector<double> rope_frequencies(int head_dim, double rope_theta);

/// One row of the table: attention_factor · cos(pos · frequency), one entry for each plane.
std::vector<double> rope_cos(std::span<const double> frequencies, int pos, double attention_factor);
/// The same with the sine.
std::vector<double> rope_sin(std::span<const double> frequencies, int pos, double attention_factor);

}  // namespace reference
