#pragma once
#include <span>
#include <vector>

namespace reference {

/// Every head of x turned to pos, neighbors 2i and 2i + 1 together. The angles are computed here,
/// without a table: pos / rope_theta^(2i / head_dim).
std::vector<double> rope_interleaved(std::span<const float> x, int pos, int head_dim,
                                     double rope_theta);

}  // namespace reference
