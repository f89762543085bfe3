#include "describe_model.hpp"

#include "reference/describe_model.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

using lm::Activation, lm::Config, lm::Dtype;

static Config model(int hidden, int inner, int layers, int heads, int kv, int dim, int vocab) {
  Config config;
  config.hidden_size = hidden, config.intermediate_size = inner, config.n_layers = layers;
  config.n_heads = heads;
  config.n_kv_heads = kv;
  config.head_dim = dim;
  config.vocab_size = vocab;
  config.dtype = Dtype::bf16;
  return config;
}
static std::int64_t count(const Config& config) {
  return lm::describe_model(config).n_parameters;
}

// Known answers from outside: the numbers of weights in the published checkpoints.
TEST_CASE("describe_model counts published models to the last weight", "[describe_model][hidden]") {
  equals(count(model(8192, 28672, 80, 64, 8, 128, 32000)), 68976648192);  // LLaMA-2-70B
  equals(count(model(2048, 5632, 22, 32, 4, 64, 32000)), 1100048384);     // TinyLlama-1.1B
  equals(count(model(4096, 14336, 32, 32, 8, 128, 32000)), 7241732096);   // Mistral-7B
  Config config = model(576, 1536, 30, 9, 3, 64, 49152);                  // SmolLM-135M
  config.tie_word_embeddings = true;
  equals(count(config), 134515008);
  config = model(896, 4864, 24, 14, 2, 64, 151936);  // Qwen2.5-0.5B
  config.tie_word_embeddings = config.attention_bias = true;
  equals(count(config), 494032768);
  config = model(1024, 3072, 28, 16, 8, 128, 151936);  // Qwen3-0.6B
  config.tie_word_embeddings = config.qk_norm = true;
  equals(count(config), 596049920);
  config = model(2048, 16384, 18, 8, 1, 256, 256000);  // Gemma-2B
  config.tie_word_embeddings = true;
  config.hidden_act = Activation::gelu_tanh;
  equals(count(config), 2506172416);
  equals(lm::describe_model(config).attention, "MQA");
  equals(lm::describe_model(config).ffn, "GeGLU");
  config = model(3584, 18944, 28, 28, 4, 128, 152064);  // Qwen2-7B
  config.attention_bias = true;
  equals(count(config), 7615616512);
}

// 32 layers, 2 · 4096 · (4096 − 1024) weights each.
TEST_CASE("describe_model shows that shared keys save weights, too", "[describe_model][hidden]") {
  equals(count(model(4096, 14336, 32, 32, 32, 128, 128256)) -
             count(model(4096, 14336, 32, 32, 8, 128, 128256)),
         805306368);
}

TEST_CASE("describe_model agrees with the reference", "[describe_model][hidden]") {
  const bool tied = GENERATE(false, true);
  const bool gated = GENERATE(false, true);
  const bool bias = GENERATE(false, true);
  const bool qk_norm = GENERATE(false, true);
  std::vector<std::int64_t> got, want;
  for (const auto& [hidden, inner, layers, heads, kv, dim, vocab] :
       {std::tuple{1, 1, 1, 1, 1, 2, 1},
        {12, 32, 5, 3, 1, 6, 17},
        {64, 96, 2, 6, 2, 10, 99},
        {4096, 16384, 32, 32, 8, 128, 128256},
        {5120, 13824, 40, 40, 40, 128, 32000},
        {12288, 49152, 96, 96, 96, 128, 50257},
        {16384, 53248, 126, 128, 8, 128, 128256}}) {
    Config config = model(hidden, inner, layers, heads, kv, dim, vocab);
    config.tie_word_embeddings = tied;
    config.gated_ffn = gated;
    config.attention_bias = bias;
    config.qk_norm = qk_norm;
    got.push_back(count(config));
    want.push_back(reference::model_parameters(hidden, inner, layers, heads, kv, dim, vocab, tied,
                                               gated, bias, qk_norm));
  }
  equals(got, want);
}

TEST_CASE("describe_model counts bytes by the dtype", "[describe_model][hidden]") {
  for (const auto& [dtype, width] :
       {std::pair{Dtype::f32, 4}, {Dtype::f16, 2}, {Dtype::bf16, 2}, {Dtype::int8, 1}}) {
    Config config = model(8192, 28672, 80, 64, 8, 128, 32000);
    config.dtype = dtype;
    config.max_seq_len = 4096;
    const auto description = lm::describe_model(config);
    equals(description.weight_bytes, 68976648192 * width);
    equals(description.kv_bytes_per_token, std::int64_t{163840} * width);  // 2 · 80 · 8 · 128
  }
}

TEST_CASE("describe_model does not guess from sizes", "[describe_model][hidden]") {
  for (const int inner : {64, 171, 172, 176, 224, 256, 512}) {
    for (const bool gated : {true, false}) {
      Config config = model(64, inner, 2, 8, 2, 8, 99);
      config.gated_ffn = gated;
      config.hidden_act = Activation::gelu;
      equals(lm::describe_model(config).ffn, gated ? "GeGLU" : "GELU");
      equals(lm::describe_model(config).gated_ffn, gated);
      config.hidden_act = Activation::silu;
      equals(lm::describe_model(config).ffn, gated ? "SwiGLU" : "SiLU");
    }
    Config config = model(64, inner, 2, 8, 2, 8, 99);
    config.hidden_act = Activation::sigmoid;
    equals(lm::describe_model(config).ffn, "GLU");
    config.hidden_act = Activation::relu;
    equals(lm::describe_model(config).ffn, "ReGLU");
  }
}

TEST_CASE("describe_model tells attention by the heads", "[describe_model][hidden]") {
  for (const int heads : {1, 2, 6, 12, 64}) {
    for (const int kv : {1, 2, 3, 6, 12, 64}) {
      if (heads % kv != 0) continue;
      equals(lm::describe_model(model(64, 96, 2, heads, kv, 16, 99)).attention, kv == heads ? "MHA"
                                                                                : kv == 1   ? "MQA"
                                                                                          : "GQA");
    }
  }
}

TEST_CASE("describe_model repeats the four changes from the config", "[describe_model][hidden]") {
  for (int bits = 0; bits < 16; ++bits) {
    Config config = model(64, 256, 2, 8, 2, 8, 99);
    config.pre_norm = (bits & 1) != 0;
    config.rms_norm = (bits & 2) != 0;
    config.gated_ffn = (bits & 4) != 0;
    config.rope = (bits & 8) != 0;
    const auto d = lm::describe_model(config);
    equals(d.pre_norm + 2 * d.rms_norm + 4 * d.gated_ffn + 8 * d.rope, bits);
    equals(d.n_parameters, reference::model_parameters(64, 256, 2, 8, 2, 8, 99, false,
                                                       (bits & 4) != 0, false, false));
  }
}

TEST_CASE("describe_model refuses what is counted in another way",
          "[describe_model][hidden][errors]") {
  Config config = model(64, 256, 2, 8, 2, 8, 99);
  config.n_experts = 1;
  throws_with("describe_model", [&] { lm::describe_model(config); });
  config.n_experts = 0;
  config.kv_latent_size = 576;
  throws_with("describe_model", [&] { lm::describe_model(config); });
}

// How many bytes each published model keeps for a token, in bfloat16.
TEST_CASE("describe_model agrees with the conformance data", "[describe_model][conformance]") {
  const auto all = kit::golden_file("configs/EXPECTED.json");
  if (!all) return;
  for (const std::string& name : all->keys()) {
    const auto want = all->object(name);
    if (!want.has("kv_bytes_per_token_bf16") || want.integer("mla") != 0 ||
        want.has("unsupported")) {
      continue;
    }
    Config config =
        model(want.integer("hidden_size"), want.integer("intermediate_size"),
              want.integer("n_layers"), want.integer("n_heads"), want.integer("n_kv_heads"),
              want.integer("head_dim"), want.integer("vocab_size"));
    const auto description = lm::describe_model(config);
    equals(description.kv_bytes_per_token, want.number("kv_bytes_per_token_bf16"));
    equals(description.attention == "MHA", want.integer("group_size") == 1);
  }
}
