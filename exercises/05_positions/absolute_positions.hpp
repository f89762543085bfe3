#pragma once
#include "common/types.hpp"

namespace lm {

/// Computes the row of waves that the first Transformer added to the embedding of a position:
///     row[2i] = sin(pos * f),  row[2i + 1] = cos(pos * f),  f = 10000^(-2i / hidden_size)
///
/// pos          >= 0
/// hidden_size  even, >= 2
/// returns      (hidden_size)
///
/// Angles in double, cast once.
/// Throws std::invalid_argument if pos is negative, or if hidden_size is odd or below 2.
/// Source: Vaswani et al. 2017, arXiv:1706.03762, section 3.5.
Vector sinusoidal_position(int pos, int hidden_size);

/// Looks a position up in a table that was learned.
///
/// table    (max_seq_len, hidden_size)
/// pos      0 <= pos < max_seq_len: no row exists beyond the table
/// returns  (hidden_size)
///
/// Throws std::invalid_argument if pos is outside the table.
/// Source: Radford et al. 2018, GPT.
Vector learned_position(MatrixView table, int pos);

}  // namespace lm
