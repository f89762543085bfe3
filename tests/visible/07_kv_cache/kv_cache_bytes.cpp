#include "kv_cache_bytes.hpp"

#include "support/testing.hpp"

// Every size has a value of its own, so that none can stand in for another.
static lm::Config model(int n_layers, int n_heads, int n_kv_heads, int head_dim) {
  lm::Config config;
  config.hidden_size = 320;
  config.n_layers = n_layers;
  config.n_heads = n_heads;
  config.n_kv_heads = n_kv_heads;
  config.head_dim = head_dim;
  config.max_seq_len = 100;
  config.sliding_window = 2;
  return config;
}

// One token: 2 key/value heads of 10 numbers make a key of 20, and a value of 20. Times 3 layers
// and 2 bytes: 240. Then 7 tokens, and 5 texts of them.
TEST_CASE("kv_cache_bytes worked example: 3 layers, 6 query heads on 2", "[kv_cache_bytes]") {
  equals(lm::kv_cache_bytes(model(3, 6, 2, 10), 1, 1, lm::Dtype::f16), 240);
  equals(lm::kv_cache_bytes(model(3, 6, 2, 10), 7, 1, lm::Dtype::f16), 1680);
  equals(lm::kv_cache_bytes(model(3, 6, 2, 10), 7, 5, lm::Dtype::f16), 8400);
}

TEST_CASE("kv_cache_bytes counts the bytes of each dtype", "[kv_cache_bytes]") {
  equals(lm::kv_cache_bytes(model(3, 6, 2, 10), 1, 1, lm::Dtype::f32), 480);
  equals(lm::kv_cache_bytes(model(3, 6, 2, 10), 1, 1, lm::Dtype::bf16), 240);
  equals(lm::kv_cache_bytes(model(3, 6, 2, 10), 1, 1, lm::Dtype::int8), 120);
}

// LLaMA-2-7B: 2 * 32 * 32 * 128 * 2 bytes for a token. 4096 tokens take 2^31 bytes, one more than
// an int holds, 3 such texts 3 * 2^31, and 8 of them 2^34.
TEST_CASE("kv_cache_bytes worked example: LLaMA-2-7B", "[kv_cache_bytes]") {
  equals(lm::kv_cache_bytes(model(32, 32, 32, 128), 1, 1, lm::Dtype::f16), 524288);
  equals(lm::kv_cache_bytes(model(32, 32, 32, 128), 4096, 1, lm::Dtype::f16), 2147483648);
  equals(lm::kv_cache_bytes(model(32, 32, 32, 128), 4096, 3, lm::Dtype::f16), 6442450944);
  equals(lm::kv_cache_bytes(model(32, 32, 32, 128), 4096, 8, lm::Dtype::f16), 17179869184);
}

// LLaMA-2-70B has more layers and a smaller cache: its 64 query heads share 8 key/value heads.
TEST_CASE("kv_cache_bytes worked example: LLaMA-2-70B", "[kv_cache_bytes]") {
  equals(lm::kv_cache_bytes(model(80, 64, 8, 128), 4096, 1, lm::Dtype::f16), 1342177280);
}

// 14 numbers for a token and layer, where 2 * 3 * 10 would be 60: 14 * 3 * 2 = 84 bytes.
TEST_CASE("kv_cache_bytes counts a latent in place of keys and values", "[kv_cache_bytes]") {
  lm::Config config = model(3, 6, 3, 10);
  config.kv_latent_size = 14;
  equals(lm::kv_cache_bytes(config, 1, 1, lm::Dtype::f16), 84);
}

// 2^31 bytes are 2.147483648 GB and exactly 2 GiB; and three quarters of it are 1.5 GiB.
TEST_CASE("kv_cache_bytes tells GB and GiB apart", "[kv_cache_bytes]") {
  shows(6, lm::to_gb(2147483648), "2.147484");
  is_close(lm::to_gib(2147483648), 2.0);
  is_close(lm::to_gib(1610612736), 1.5);
}
