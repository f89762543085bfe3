#pragma once
#include <span>
#include <vector>

namespace reference {

/// Every head of x turned to pos, partners i and i + head_dim/2 together. The angles are computed
/// here, without a table: pos / rope_theta^(2i / head_dim).
std::vector<double> rope_half_split(std::span<const float> x, int pos, int head_dim,
                                    double rope_theta);

}  // namespace reference
