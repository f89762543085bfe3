#pragma once
#include "common/types.hpp"

namespace lm {

/// Finds the key/value head that a query head reads. Neighbors share one: for 8 query heads and
/// 2 key/value heads, heads 0 to 3 read head 0, and heads 4 to 7 read head 1.
///
/// head        0 <= head < n_heads
/// n_heads     >= 1
/// n_kv_heads  >= 1, divides n_heads
/// returns     0 ... n_kv_heads - 1
///
/// Throws std::invalid_argument if n_kv_heads does not divide n_heads, or if head is out of range.
int kv_head_of(int head, int n_heads, int n_kv_heads);

/// Lets all query heads of one token attend to the tokens so far, itself included:
///     out of head h = attention of q's head h over keys and values of kv_head_of(h)
///
/// q           (n_heads * head_dim)              turned to its position already
/// keys        (seq_len, n_kv_heads * head_dim)  turned already; this token's row among them
/// values      (seq_len, n_kv_heads * head_dim)
/// n_heads     >= 1;  n_kv_heads = n_heads is MHA, 1 is MQA, anything between is GQA
/// returns     (n_heads * head_dim)  head after head, in the order of q
///
/// Throws std::invalid_argument if the shapes do not fit together, or if there is no key.
/// Source: Ainslie et al. 2023, arXiv:2305.13245; Shazeer 2019, arXiv:1911.02150 (MQA).
Vector grouped_query(std::span<const float> q, MatrixView keys, MatrixView values, int n_heads,
                     int n_kv_heads);

}  // namespace lm
