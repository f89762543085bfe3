#pragma once
#include <cstdint>

#include "common/config.hpp"

namespace lm {

/// Counts the bytes of a full cache, keys and values:
///     2 * n_layers * n_kv_heads * head_dim * seq_len * batch_size * bytes of one number
///
/// Multi-head latent attention (kv_latent_size > 0) keeps kv_latent_size numbers for each token and
/// layer in place of 2 * n_kv_heads * head_dim.
///
/// config      n_layers, n_kv_heads, head_dim, kv_latent_size; the other sizes do not matter
/// seq_len     >= 0  tokens of each text
/// batch_size  >= 1  texts at once; the decoder of this kit runs one
/// dtype       how numbers are stored: f32 4 bytes, f16 and bf16 2, int8 1
/// returns     64 bits: LLaMA-2-7B at 4096 tokens is 2^31 already
///
/// Throws std::invalid_argument if a value is out of range.
std::int64_t kv_cache_bytes(const Config& config, int seq_len, int batch_size, Dtype dtype);

/// Converts bytes to gigabytes, of 1000³ bytes.
double to_gb(std::int64_t bytes);

/// Converts bytes to gibibytes, of 1024³ bytes.
double to_gib(std::int64_t bytes);

}  // namespace lm
