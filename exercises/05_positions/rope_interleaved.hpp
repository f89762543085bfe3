#pragma once
#include "common/rope.hpp"

namespace lm {

/// Turns every head of q or k to its position, neighboring channels together. For each head and
/// each plane i,
///     (a, b) = channels (2i, 2i + 1) of the head
///     (a, b) -> (a cos - b sin, a sin + b cos),  cos = table.cos[pos][i], sin = table.sin[pos][i]
///
/// x       (n_heads * head_dim)  head after head, all of one token; left unchanged
/// pos     0 <= pos < rows of table  position of the token, the first is 0; the same for all heads
/// table   (n_positions, head_dim/2)  from rope_table
/// returns (n_heads * head_dim)
///
/// Throws std::invalid_argument if x is not a whole number of heads, or if pos is outside table.
/// Source: Su et al. 2021, arXiv:2104.09864, equation 34; Meta's LLaMA and llama2.c.
Vector rope_interleaved(std::span<const float> x, int pos, const RopeTable& table);

}  // namespace lm
