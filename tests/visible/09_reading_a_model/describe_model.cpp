#include "describe_model.hpp"

#include "support/configs.hpp"
#include "support/testing.hpp"

using lm::Activation, lm::Config, lm::Dtype;

static std::int64_t count(const Config& config) {
  return lm::describe_model(config).n_parameters;
}

// One block: 4 · 12 · 12 = 576 for attention, 3 · 12 · 32 = 1152, two norms of 12: 1752. Around it
// an embedding and a head of 10 · 12 each, and the final norm: 1752 + 240 + 12.
TEST_CASE("describe_model worked example: a model of one block", "[describe_model]") {
  Config config = config_of(12, 32, 1, 3, 3, 4, 10);
  equals(count(config), 2004);
  config.n_kv_heads = 1;  // 4 rows of k_proj and v_proj instead of 12: 2 · 8 · 12 less
  equals(count(config), 1812);
  config.attention_bias = true;  // 12 + 4 + 4
  equals(count(config), 1832);
  config.qk_norm = true;  // 4 + 4, the same for all heads
  equals(count(config), 1840);
  config.tie_word_embeddings = true;  // 120 less
  equals(count(config), 1720);
  config.gated_ffn = false;  // 12 · 32 less
  equals(count(config), 1336);
  config.head_dim = 6;  // 18 rows of q_proj, 6 of k_proj; 18 + 6 + 6 of bias, 6 + 6 of norm
  equals(count(config), 1542);
}

// 4096 · 32000 twice, and more than 32 bits hold.
TEST_CASE("describe_model worked example: LLaMA's models to the last weight", "[describe_model]") {
  Config config = config_of(4096, 11008, 32, 32, 32, 128, 32000);
  config.dtype = Dtype::bf16;
  const auto llama2 = lm::describe_model(config);
  equals(llama2.n_parameters, 6738415616);
  equals(llama2.weight_bytes, 13476831232);
  equals(llama2.kv_bytes_per_token, 524288);  // 2 · 32 layers · 32 heads · 128 · 2 bytes
  const auto llama3 = lm::describe_model(config_of(4096, 14336, 32, 32, 8, 128, 128256));
  equals(llama3.n_parameters, 8030261248);
  equals(llama3.weight_bytes, 32121044992);
  equals(llama3.kv_bytes_per_token, 262144);  // 2 · 32 · 8 · 128 · 4 bytes
}

TEST_CASE("describe_model names attention by the heads", "[describe_model]") {
  std::vector<std::string> names;
  for (const auto& [heads, kv] : {std::pair{32, 32}, {32, 8}, {8, 1}, {1, 1}}) {
    names.push_back(lm::describe_model(config_of(64, 96, 2, heads, kv, 16, 99)).attention);
  }
  equals(names, std::vector<std::string>{"MHA", "GQA", "MQA", "MHA"});
}

// LLaMA-3.2-1B: 8192 / 2048 is 4 sharp, and it is gated.
TEST_CASE("describe_model names the network by its gate and its curve", "[describe_model]") {
  Config config = config_of(2048, 8192, 16, 32, 8, 64, 128256);
  config.tie_word_embeddings = true;
  std::vector<std::string> names = {lm::describe_model(config).ffn};
  equals(count(config), 1235814400);
  for (const bool gated : {true, false}) {
    for (const auto curve : {Activation::relu, Activation::gelu, Activation::gelu_tanh}) {
      config.gated_ffn = gated, config.hidden_act = curve;
      names.push_back(lm::describe_model(config).ffn);
    }
  }
  equals(names,
         std::vector<std::string>{"SwiGLU", "ReGLU", "GeGLU", "GeGLU", "ReLU", "GELU", "GELU"});
}

TEST_CASE("describe_model tells which of the four changes a model has", "[describe_model]") {
  Config config = config_of(64, 96, 2, 8, 2, 8, 99);
  config.rms_norm = config.rope = false;
  const auto changes = lm::describe_model(config);
  equals(std::vector<bool>{changes.pre_norm, changes.rms_norm, changes.gated_ffn, changes.rope},
         {1, 0, 1, 0});
  config.n_experts = 8;
  throws_with("experts", [&] { lm::describe_model(config); });
}
