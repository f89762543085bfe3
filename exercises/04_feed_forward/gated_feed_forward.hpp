#pragma once
#include "common/kinds.hpp"
#include "common/types.hpp"

namespace lm {

/// Widens a row twice and lets one branch gate the other, channel by channel:
///     y = down · (act(gate · x) * (up · x))
///
/// gate_proj   (intermediate_size, hidden_size)  the branch that is bent
/// up_proj     (intermediate_size, hidden_size)  the branch that stays linear
/// down_proj   (hidden_size, intermediate_size)
/// x           (hidden_size)  left unchanged
/// activation  sigmoid makes it GLU, gelu GeGLU, silu SwiGLU
/// returns     (hidden_size)
///
/// No bias; the residual is added by the caller.
/// Throws std::invalid_argument if the shapes do not fit together.
/// Source: Shazeer 2020, arXiv:2002.05202, equations 4 to 6.
Vector gated_feed_forward(MatrixView gate_proj, MatrixView up_proj, MatrixView down_proj,
                          std::span<const float> x, Activation activation);

}  // namespace lm
