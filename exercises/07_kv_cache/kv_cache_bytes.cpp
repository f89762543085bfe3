// Exercise: kv_cache_bytes      read kv_cache_bytes.md, then make `./kit test kv_cache_bytes` pass
#include "kv_cache_bytes.hpp"

#include "common/check.hpp"

std::int64_t lm::kv_cache_bytes(const Config& config, int seq_len, int batch_size, Dtype dtype) {
  kit::require(config.n_layers >= 1 && config.n_kv_heads >= 1 && config.head_dim >= 1,
               "kv_cache_bytes: ", config.n_layers, " layers, ", config.n_kv_heads, " heads of ",
               config.head_dim, "; all need to be at least 1");
  kit::require(seq_len >= 0 && batch_size >= 1, "kv_cache_bytes: seq_len is ", seq_len,
               ", batch_size ", batch_size, "; 0 and 1 are the least");

  // 1. the bytes of one number: 4, 2 or 1
  // 2. the numbers of one token in one layer: a key and a value for each key/value head
  // 3. unless kv_latent_size is above 0: then that many, and nothing else
  // 4. times layers, tokens, texts and bytes, in 64 bits from the first product on
  kit::todo("kv_cache_bytes");
}

double lm::to_gb(std::int64_t bytes) {
  // a gigabyte has 1000³ bytes
  kit::todo("to_gb");
}

double lm::to_gib(std::int64_t bytes) {
  // a gibibyte has 1024³ bytes
  kit::todo("to_gib");
}
