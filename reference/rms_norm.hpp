#pragma once
#include <span>
#include <vector>

namespace reference {

/// weight[i]·x[i] / sqrt(mean(x²) + eps). No cancellation: the squares all have one sign.
std::vector<double> rms_norm(std::span<const float> x, std::span<const float> weight, double eps);

}  // namespace reference
