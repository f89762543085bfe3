#pragma once
#include "common/kinds.hpp"
#include "common/types.hpp"

namespace lm {

/// Reorders the rows of q_proj or k_proj, so that weights made for one pairing serve the other.
/// Inside each head of head_dim rows:
///     to half_split:   new rows 0, 1, 2, ... are the old rows 0, 2, 4, ..., 1, 3, 5, ...
///     to interleaved:  the inverse; both in turn change nothing
///
/// weight   (n_heads * head_dim, in)  left unchanged; a bias is a weight with one column
/// n_heads  >= 1   of this weight: k_proj has n_kv_heads
/// to       the pairing that the result is for; weight is for the other one
/// returns  (n_heads * head_dim, in)
///
/// Throws std::invalid_argument if the rows are not n_heads times an even number.
/// Source: Hugging Face's conversion of Meta's checkpoints. v_proj and o_proj are never permuted.
Matrix permute_heads(MatrixView weight, int n_heads, RopePairing to);

}  // namespace lm
