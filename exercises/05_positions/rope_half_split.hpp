#pragma once
#include "common/rope.hpp"

namespace lm {

/// Turns every head of q or k to its position, channel i with channel i + head_dim/2. For each head
/// and each plane i,
///     (a, b) = channels (i, i + head_dim/2) of the head
///     (a, b) -> (a cos - b sin, a sin + b cos),  cos = table.cos[pos][i], sin = table.sin[pos][i]
///
/// x       (n_heads * head_dim)  head after head, all of one token; left unchanged
/// pos     0 <= pos < rows of table  position of the token, the first is 0; the same for all heads
/// table   (n_positions, head_dim/2)  from rope_table
/// returns (n_heads * head_dim)
///
/// Throws std::invalid_argument if x is not a whole number of heads, or if pos is outside table.
/// Source: GPT-NeoX; Hugging Face checkpoints of LLaMA are stored for it.
Vector rope_half_split(std::span<const float> x, int pos, const RopeTable& table);

}  // namespace lm
