#pragma once
#include "common/kinds.hpp"

namespace reference {

/// Bytes of keys and values, in double: exact up to 2^53, and never wrapped.
double kv_cache_bytes(int n_layers, int n_kv_heads, int head_dim, int kv_latent_size, int seq_len,
                      int batch_size, lm::Dtype dtype);

/// Bytes in units of 1000³ bytes.
double to_gb(double bytes);
/// Bytes in units of 1024³ bytes.
double to_gib(double bytes);

}  // namespace reference
