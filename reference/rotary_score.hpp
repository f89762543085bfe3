#pragma once
#include <span>

namespace reference {

/// Σ over planes of |q||k|·cos((α_q − α_k) + (q_pos − k_pos)·f), with signed angles α.
double rotary_score(std::span<const float> q, int q_pos, std::span<const float> k, int k_pos,
                    std::span<const double> frequencies);

/// The same with the distance q_pos − k_pos alone.
double relative_score(std::span<const float> q, std::span<const float> k, int distance,
                      std::span<const double> frequencies);

}  // namespace reference
