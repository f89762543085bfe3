#include "model_config.hpp"

#include "support/configs.hpp"
#include "support/testing.hpp"

using lm::Activation, lm::Config, lm::Dtype, lm::RopePairing, lm::RopeScalingKind;

/// A small model, and what else its file says.
static Config small(const std::string& more) {
  return lm::model_config(R"({"hidden_size": 96, "num_hidden_layers": 5, "num_attention_heads": 6,
                              "intermediate_size": 256)" +
                          more + "}");
}

// A block to compute by hand, with names of its own. 12 / 3 would be 4 as well.
TEST_CASE("model_config worked example: a model for teaching", "[model_config]") {
  const Config config = lm::model_config(
      R"({"num_layers": 1, "hidden_size": 12, "query_heads": 3, "head_dim": 4, "bias": false,
          "ffn_hidden_size": 32, "pre_norm": true, "max_sequence_slots": 2048})");
  equals(sizes(config), {12, 32, 1, 3, 3, 4, 0, 2048});
  equals(std::vector<bool>{config.attention_bias, config.tie_word_embeddings, config.pre_norm},
         {0, 0, 1});
}

// An old file: no key/value heads, so every head has its own. 4096 / 32 is 128.
TEST_CASE("model_config worked example: LLaMA-2-7B", "[model_config]") {
  const Config config = lm::model_config(
      R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008,
          "num_attention_heads": 32, "num_hidden_layers": 32, "vocab_size": 32000,
          "max_position_embeddings": 4096, "rms_norm_eps": 1e-05, "rope_scaling": null,
          "torch_dtype": "float16", "bos_token_id": 1, "eos_token_id": 2})");
  equals(sizes(config), {4096, 11008, 32, 32, 32, 128, 32000, 4096});
  is_close(config.rms_norm_eps, 1e-5);
  equals(config.dtype, Dtype::f16);
  equals(config.rope_pairing, RopePairing::half_split);
}

TEST_CASE("model_config worked example: LLaMA-3.1-8B", "[model_config]") {
  const Config config = lm::model_config(
      R"({"hidden_size": 4096, "intermediate_size": 14336, "num_attention_heads": 32,
          "num_key_value_heads": 8, "num_hidden_layers": 32, "vocab_size": 128256,
          "rope_theta": 500000.0, "max_position_embeddings": 131072, "torch_dtype": "bfloat16",
          "eos_token_id": [128001, 128008, 128009], "rope_scaling": {"rope_type": "llama3",
          "factor": 8.0, "original_max_position_embeddings": 8192}})");
  equals(sizes(config), {4096, 14336, 32, 32, 8, 128, 128256, 131072});
  equals(config.eos_token_ids, {128001, 128008, 128009});
  equals(config.rope_theta, 500000);
  equals(config.rope_scaling.kind, RopeScalingKind::llama3);
  equals(std::vector{config.rope_scaling.factor, 1.0 * config.rope_scaling.original_max_seq_len},
         {8, 8192});
}

// What these families leave unsaid, their programs know: biases, a tied head, which GELU.
TEST_CASE("model_config worked example: Qwen2 and Gemma", "[model_config]") {
  const Config qwen = small(R"(, "model_type": "qwen2", "use_sliding_window": false,
                                 "sliding_window": 131072, "rope_theta": 1e6)");
  equals(std::vector<int>{qwen.attention_bias, qwen.tie_word_embeddings, qwen.sliding_window},
         {1, 0, 0});
  const Config gemma = small(R"(, "model_type": "gemma", "hidden_act": "gelu", "head_dim": 256)");
  equals(std::vector<int>{gemma.head_dim, gemma.tie_word_embeddings, gemma.attention_bias},
         {256, 1, 0});
  equals(gemma.hidden_act, Activation::gelu_tanh);
  equals(small(R"(, "model_type": "gemma", "tie_word_embeddings": false)").tie_word_embeddings, 0);
}

// LLaMA-2-70B: two thirds of 4 · 8192 are 21845, times 1.3 makes 28398, and 7 · 4096 is the next.
TEST_CASE("model_config worked example: Meta's params.json", "[model_config]") {
  const Config config = lm::model_config(
      R"({"dim": 8192, "n_layers": 80, "n_heads": 64, "n_kv_heads": 8, "vocab_size": -1,
          "multiple_of": 4096, "ffn_dim_multiplier": 1.3, "norm_eps": 1e-05})");
  equals(sizes(config), {8192, 28672, 80, 64, 8, 128, 0, 2048});
  equals(config.rope_pairing, RopePairing::interleaved);
}

// Norms of q and k come with the family; DeepSeek keeps 512 + 64 numbers, its heads are 128 + 64.
TEST_CASE("model_config reads what few files tell", "[model_config]") {
  const Config c = small(R"(, "model_type": "qwen3", "dtype": "bfloat16", "num_experts": 8,
      "sliding_window": 512, "hidden_act": "relu", "attention_bias": true, "kv_lora_rank": 512,
      "tie_word_embeddings": true, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
      "rope_scaling": {"type": "yarn", "factor": 4, "beta_fast": 24})");
  equals(std::vector<int>{c.qk_norm, c.dtype == Dtype::bf16, c.n_experts, c.sliding_window,
                          c.hidden_act == Activation::relu, c.attention_bias, c.tie_word_embeddings,
                          c.kv_latent_size, c.head_dim},
         {1, 1, 8, 512, 1, 1, 1, 576, 192});
  equals(c.rope_scaling.beta_fast, 24);
  is_close(c.rms_norm_eps, 1e-6);
  equals(small(R"(, "model_type": "gemma")").hidden_act, Activation::gelu_tanh);
  equals(small(R"(, "model_type": "qwen")").intermediate_size, 128);  // gate and up together
  equals(small(R"(, "rope_scaling": {"type": "longrope"})").n_layers, 5);
}

TEST_CASE("model_config finds what stands in another place", "[model_config]") {
  const Config config = small(R"(, "rope_parameters": {"rope_theta": 82684.62, "type": "linear",
                                                       "factor": 4}, "num_key_value_heads": null)");
  equals(config.rope_theta, 82684.62);
  equals(config.rope_scaling.kind, RopeScalingKind::linear);
  equals(config.rope_scaling.original_max_seq_len, 2048);
  equals(config.n_kv_heads, 6);
  const Config inner = lm::model_config(
      R"({"text_config": {"hidden_size": 8, "n_head": 2, "n_layer": 3, "intermediate_size": 20}})");
  equals(inner.n_layers, 3);
}

TEST_CASE("model_config refuses what it would have to guess", "[model_config][errors]") {
  for (const auto& [word, more] :
       {std::pair{"mamba", R"(, "model_type": "mamba")"},
        {"linear", R"(, "rope_scaling": {"type": "linear", "factor": 2, "rope_type": "yarn"})"},
        {"factor", R"(, "rope_scaling": {"type": "linear"})"},
        {"vocab_size", R"(, "vocab_size": 4096.5)"},
        {"4294967297", R"(, "vocab_size": 4294967297)"}}) {
    throws_with(word, [&] { small(more); });
  }
  throws_with("97", [] {
    lm::model_config(R"({"hidden_size": 97, "num_attention_heads": 6, "num_hidden_layers": 1,
                         "intermediate_size": 8})");
  });
}
