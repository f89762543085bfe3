#pragma once
#include <cstdint>

namespace reference {

/// Adds up the weights of a decoder one tensor after the other. Exact: 64-bit whole numbers.
std::int64_t model_parameters(int hidden_size, int intermediate_size, int n_layers, int n_heads,
                              int n_kv_heads, int head_dim, int vocab_size, bool tied, bool gated,
                              bool attention_bias, bool qk_norm);

}  // namespace reference
