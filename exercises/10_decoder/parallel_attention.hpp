#pragma once
#include "common/types.hpp"

namespace lm {

/// Lets all query heads of one token attend to the tokens so far, several heads at a time:
///     out of head h = attention of q's head h over the keys and values of its kv_head, as in
///     grouped_query
///
/// q           (n_heads * head_dim)              turned to its position already
/// keys        (seq_len, n_kv_heads * head_dim)  turned already; this token's row among them
/// values      (seq_len, n_kv_heads * head_dim)
/// n_heads     >= 1
/// n_kv_heads  >= 1, divides n_heads
/// n_threads   >= 1
/// out         (n_heads * head_dim)  each head is written by one thread, from scratch of its own
///
/// The result has the same bits for every n_threads.
/// Throws std::invalid_argument if the shapes do not fit, there is no key, or n_threads is below 1.
void parallel_attention(std::span<const float> q, MatrixView keys, MatrixView values, int n_heads,
                        int n_kv_heads, int n_threads, std::span<float> out);

}  // namespace lm
