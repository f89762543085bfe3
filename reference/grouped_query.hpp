#pragma once
#include <span>

#include "common/types.hpp"
#include "reference/result.hpp"

namespace reference {

/// How many whole groups lie before the head: n_heads / n_kv_heads query heads are a group.
int kv_head_of(int head, int n_heads, int n_kv_heads);

/// One token: head after head, Σ p[t]·v[t] over all rows of its key/value head's columns, p their
/// share of exp(q·k[t] / sqrt(head_dim)). Magnitudes as for attention_head.
Result grouped_query(std::span<const float> q, lm::MatrixView keys, lm::MatrixView values,
                     int n_heads, int n_kv_heads);

}  // namespace reference
