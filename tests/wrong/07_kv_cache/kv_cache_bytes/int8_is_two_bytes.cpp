// Belief: There are full and half precision: 4 bytes and 2.
// Truth: int8 is one byte for each number.
// Kind: value
// Caught by: kv_cache_bytes counts the bytes of each dtype; kv_cache_bytes gives the size of
//   published latents
#include "kv_cache_bytes.hpp"

#include "common/check.hpp"

std::int64_t lm::kv_cache_bytes(const Config& config, int seq_len, int batch_size, Dtype dtype) {
  kit::require(config.n_layers >= 1 && config.n_kv_heads >= 1 && config.head_dim >= 1,
               "kv_cache_bytes: ", config.n_layers, " layers, ", config.n_kv_heads, " heads of ",
               config.head_dim, "; all need to be at least 1");
  kit::require(seq_len >= 0 && batch_size >= 1, "kv_cache_bytes: seq_len is ", seq_len,
               ", batch_size ", batch_size, "; 0 and 1 are the least");

  const std::int64_t width = dtype == Dtype::f32 ? 4 : 2;
  const std::int64_t keys_and_values = 2 * std::int64_t{config.n_kv_heads} * config.head_dim;
  const std::int64_t token = config.kv_latent_size > 0 ? config.kv_latent_size : keys_and_values;
  return token * config.n_layers * seq_len * batch_size * width;
}

double lm::to_gb(std::int64_t bytes) {
  return static_cast<double>(bytes) / 1e9;
}

double lm::to_gib(std::int64_t bytes) {
  return static_cast<double>(bytes) / (1 << 30);
}
