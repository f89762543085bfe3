#pragma once
#include "common/types.hpp"

namespace lm {

/// Runs causal attention in several heads at once and mixes what they found:
///     q = x·Wqᵀ, k = x·Wkᵀ, v = x·Wvᵀ;  head h owns columns h*head_dim ... (h+1)*head_dim - 1
///     out = (head 0 beside head 1 beside ...) · Woᵀ
///
/// x        (seq_len, hidden_size)  the tokens of one text; left unchanged
/// q_proj, k_proj, v_proj  (n_heads * head_dim, hidden_size)
/// o_proj   (hidden_size, n_heads * head_dim)
/// n_heads  >= 1, divides the rows of q_proj
/// returns  (seq_len, hidden_size)
///
/// No positions, no bias: row 0 sees itself alone.
/// Throws std::invalid_argument if the shapes do not fit together.
/// Source: Vaswani et al. 2017, arXiv:1706.03762, section 3.2.2.
Matrix multi_head(MatrixView x, MatrixView q_proj, MatrixView k_proj, MatrixView v_proj,
                  MatrixView o_proj, int n_heads);

}  // namespace lm
