#pragma once
#include "common/types.hpp"

namespace lm {

/// Scores a query against a key, each turned to its position (pairs 2i, 2i + 1), then multiplied:
///     score = R(m) q · R(n) k,   R(p) turns plane i by p * frequencies[i]
///
/// q            (head_dim)      one head, not yet turned; left unchanged
/// q_pos        m >= 0
/// k            (head_dim)      one head, not yet turned; left unchanged
/// k_pos        n >= 0
/// frequencies  (head_dim / 2)  radians for each position
/// returns      the score before it is scaled by 1 / sqrt(head_dim)
///
/// Throws std::invalid_argument if the sizes do not fit together.
double rotary_score(std::span<const float> q, int q_pos, std::span<const float> k, int k_pos,
                    std::span<const double> frequencies);

/// States what RoPE promises: computes the same score from the signed distance alone.
///     relative_score(q, k, q_pos - k_pos) = rotary_score(q, q_pos, k, k_pos)
///
/// distance  query position - key position: negative if the key comes later
///
/// In both, angles and sums are double.
/// Source: Su et al. 2021, arXiv:2104.09864, equation 16.
double relative_score(std::span<const float> q, std::span<const float> k, int distance,
                      std::span<const double> frequencies);

}  // namespace lm
