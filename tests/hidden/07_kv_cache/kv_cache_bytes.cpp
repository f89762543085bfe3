#include "kv_cache_bytes.hpp"

#include "reference/kv_cache_bytes.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

static lm::Config model(int n_layers, int n_kv_heads, int head_dim) {
  lm::Config config;
  config.n_layers = n_layers;
  config.n_heads = 12 * n_kv_heads;
  config.hidden_size = 7 * n_kv_heads * head_dim;
  config.n_kv_heads = n_kv_heads;
  config.head_dim = head_dim;
  config.max_seq_len = 11;
  return config;
}

// Known answers from outside: the published configs of these models, and what runtimes report for
// their caches: bytes for one token in 16 bits. Qwen3-4B's head_dim is not hidden_size / n_heads.
TEST_CASE("kv_cache_bytes gives the size of published models' tokens", "[kv_cache_bytes][hidden]") {
  struct Published {
    int n_layers, n_kv_heads, head_dim;
    std::int64_t bytes;
  };
  for (const auto& [n_layers, n_kv_heads, head_dim, bytes] :
       {Published{32, 32, 128, 524288},  // LLaMA-2-7B
        Published{40, 40, 128, 819200},  // LLaMA-2-13B
        Published{80, 8, 128, 327680},   // LLaMA-2-70B
        Published{32, 8, 128, 131072},   // LLaMA-3-8B, Mistral-7B
        Published{126, 8, 128, 516096},  // LLaMA-3.1-405B
        Published{36, 8, 128, 147456},   // Qwen3-4B
        Published{28, 16, 256, 458752},  // Gemma-7B
        Published{22, 4, 64, 22528}}) {  // TinyLlama-1.1B
    equals(lm::kv_cache_bytes(model(n_layers, n_kv_heads, head_dim), 1, 1, lm::Dtype::bf16), bytes);
  }
}

// DeepSeek-V2-Lite (27 layers) and Kimi-K2 (61): kv_lora_rank 512 and 64 channels with positions.
TEST_CASE("kv_cache_bytes gives the size of published latents", "[kv_cache_bytes][hidden]") {
  lm::Config config = model(27, 16, 192);
  config.kv_latent_size = 576;
  equals(lm::kv_cache_bytes(config, 1, 1, lm::Dtype::bf16), 31104);
  config.n_layers = 61;
  equals(lm::kv_cache_bytes(config, 1, 1, lm::Dtype::bf16), 70272);
  equals(lm::kv_cache_bytes(config, 131072, 3, lm::Dtype::int8), 13816037376);
}

TEST_CASE("kv_cache_bytes of long texts and large batches", "[kv_cache_bytes][hidden]") {
  equals(lm::kv_cache_bytes(model(32, 32, 128), 131072, 1, lm::Dtype::f16), 68719476736);
  equals(lm::kv_cache_bytes(model(80, 8, 128), 32768, 1, lm::Dtype::f16), 10737418240);
  equals(lm::kv_cache_bytes(model(80, 8, 128), 32768, 1, lm::Dtype::int8), 5368709120);
  equals(lm::kv_cache_bytes(model(32, 8, 128), 8192, 1, lm::Dtype::f16), 1073741824);
  equals(lm::kv_cache_bytes(model(32, 32, 128), 4096, 1, lm::Dtype::f32), 4294967296);
  equals(lm::kv_cache_bytes(model(126, 8, 128), 131072, 1000, lm::Dtype::f32), 135291469824000);
}

TEST_CASE("kv_cache_bytes of the smallest model", "[kv_cache_bytes][hidden]") {
  equals(lm::kv_cache_bytes(model(1, 1, 1), 1, 1, lm::Dtype::int8), 2);
}

TEST_CASE("kv_cache_bytes of no token is nothing", "[kv_cache_bytes][hidden]") {
  equals(lm::kv_cache_bytes(model(32, 8, 128), 0, 4, lm::Dtype::f32), 0);
}

// A product does not mind in which factor it doubles.
TEST_CASE("kv_cache_bytes doubles with each of its sizes", "[kv_cache_bytes][hidden]") {
  equals(lm::kv_cache_bytes(model(5, 3, 7), 11, 13, lm::Dtype::int8), 30030);
  equals(lm::kv_cache_bytes(model(10, 3, 7), 11, 13, lm::Dtype::int8), 60060);
  equals(lm::kv_cache_bytes(model(5, 6, 7), 11, 13, lm::Dtype::int8), 60060);
  equals(lm::kv_cache_bytes(model(5, 3, 14), 11, 13, lm::Dtype::int8), 60060);
  equals(lm::kv_cache_bytes(model(5, 3, 7), 22, 13, lm::Dtype::int8), 60060);
  equals(lm::kv_cache_bytes(model(5, 3, 7), 11, 26, lm::Dtype::int8), 60060);
  equals(lm::kv_cache_bytes(model(5, 3, 7), 11, 13, lm::Dtype::bf16), 60060);
  equals(lm::kv_cache_bytes(model(5, 3, 7), 11, 13, lm::Dtype::f16), 60060);
  equals(lm::kv_cache_bytes(model(5, 3, 7), 11, 13, lm::Dtype::f32), 120120);
}

// A window or a maximum may keep less. The contract asks for a full cache.
TEST_CASE("kv_cache_bytes looks at the four sizes alone", "[kv_cache_bytes][hidden]") {
  lm::Config config = model(5, 3, 7);
  config.vocab_size = 17;
  config.intermediate_size = 19;
  config.n_heads = 0;
  config.hidden_size = 0;
  config.sliding_window = 4;
  config.max_seq_len = 6;
  config.dtype = lm::Dtype::f32;
  config.n_experts = 8;
  equals(lm::kv_cache_bytes(config, 11, 13, lm::Dtype::int8), 30030);
}

TEST_CASE("kv_cache_bytes agrees with the reference", "[kv_cache_bytes][hidden]") {
  const int n_layers = GENERATE(1, 2, 33, 126);
  const int head_dim = GENERATE(1, 80, 256);
  const int kv_latent_size = GENERATE(0, 1, 577);
  for (const auto dtype : {lm::Dtype::f32, lm::Dtype::f16, lm::Dtype::bf16, lm::Dtype::int8}) {
    for (const int seq_len : {0, 1, 4097, 1000003}) {
      lm::Config config = model(n_layers, 6, head_dim);
      config.kv_latent_size = kv_latent_size;
      const auto bytes = lm::kv_cache_bytes(config, seq_len, 9, dtype);
      equals(bytes,
             reference::kv_cache_bytes(n_layers, 6, head_dim, kv_latent_size, seq_len, 9, dtype));
    }
  }
}

TEST_CASE("kv_cache_bytes converts to GB and GiB", "[kv_cache_bytes][hidden]") {
  is_close(lm::to_gb(1000000000), 1.0);
  is_close(lm::to_gib(1073741824), 1.0);
  is_close(lm::to_gb(1073741824), 1.073741824);
  is_close(lm::to_gib(1000000000), 0.931322574615);
  is_close(lm::to_gb(17179869184), 17.179869184);
  is_close(lm::to_gib(17179869184), 16.0);
  is_close(lm::to_gb(67108864), 0.067108864);
  is_close(lm::to_gib(67108864), 0.0625);
  is_close(lm::to_gb(0), 0.0);
  for (const std::int64_t bytes : {std::int64_t{1}, std::int64_t{1} << 50}) {
    is_close(lm::to_gb(bytes), reference::to_gb(static_cast<double>(bytes)));
    is_close(lm::to_gib(bytes), reference::to_gib(static_cast<double>(bytes)));
  }
}

TEST_CASE("kv_cache_bytes refuses what is no size", "[kv_cache_bytes][hidden][errors]") {
  throws_with("kv_cache_bytes", [] { lm::kv_cache_bytes(model(0, 8, 128), 1, 1, lm::Dtype::f16); });
  throws_with("kv_cache_bytes",
              [] { lm::kv_cache_bytes(model(32, 0, 128), 1, 1, lm::Dtype::f16); });
  throws_with("kv_cache_bytes", [] { lm::kv_cache_bytes(model(32, 8, 0), 1, 1, lm::Dtype::f16); });
  throws_with("kv_cache_bytes",
              [] { lm::kv_cache_bytes(model(-32, -8, 128), 1, 1, lm::Dtype::f16); });
  throws_with("kv_cache_bytes: seq_len is -1",
              [] { lm::kv_cache_bytes(model(32, 8, 128), -1, 1, lm::Dtype::f16); });
  throws_with("kv_cache_bytes",
              [] { lm::kv_cache_bytes(model(32, 8, 128), 1, 0, lm::Dtype::f16); });
  throws_with("kv_cache_bytes",
              [] { lm::kv_cache_bytes(model(32, 8, 128), -1, -1, lm::Dtype::f16); });
}

// Config files of published models and what they mean. Left out: files that tell no cache size,
// latents, whose width is not among the fields, and models of which some layers have no attention.
TEST_CASE("kv_cache_bytes agrees with the conformance data", "[kv_cache_bytes][conformance]") {
  if (const auto configs = kit::golden_file("configs/EXPECTED.json")) {
    for (const auto& name : configs->keys()) {
      const auto expected = configs->object(name);
      bool usable = expected.number("mla") == 0 && !name.starts_with("nemotron");
      for (const char* const key :
           {"n_layers", "n_kv_heads", "head_dim", "kv_bytes_per_token_bf16"}) {
        usable = usable && expected.has(key);
      }
      if (!usable) continue;
      lm::Config config = model(expected.integer("n_layers"), expected.integer("n_kv_heads"),
                                expected.integer("head_dim"));
      equals(lm::kv_cache_bytes(config, 1, 1, lm::Dtype::bf16),
             expected.number("kv_bytes_per_token_bf16"));
    }
  }
}
