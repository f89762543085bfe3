#include "check_config.hpp"

#include "support/testing.hpp"

using Kind = lm::RopeScalingKind;

/// LLaMA-3-8B with other heads and another scaling.
static lm::Config model(int n_heads, int n_kv_heads, int head_dim,
                        const lm::RopeScaling& scaling = {}) {
  lm::Config config;
  config.hidden_size = 4096, config.intermediate_size = 14336, config.n_layers = 32;
  config.n_heads = n_heads, config.n_kv_heads = n_kv_heads, config.head_dim = head_dim;
  config.vocab_size = 128256, config.rope_scaling = scaling;
  return config;
}
/// kind, factor, trained length; then low and high band (llama3), fast and slow end (yarn)
static lm::RopeScaling scaled(Kind kind, double factor, int trained = 0, double low = 1,
                              double high = 4, double fast = 32, double slow = 1) {
  return {kind, factor, trained, low, high, fast, slow, {}, {}, {}, true};
}
/// Which of the words does some sentence hold? Without words: is nothing wrong?
static std::vector<bool> says(const lm::Config& config, std::vector<std::string> words = {}) {
  std::string all;
  for (const std::string& sentence : lm::check_config(config)) all += sentence + "\n";
  std::vector<bool> found;
  for (const std::string& word : words) found.push_back(all.find(word) != std::string::npos);
  return words.empty() ? std::vector{all.empty()} : found;
}

TEST_CASE("check_config finds nothing wrong with models that run", "[check_config]") {
  lm::Config config = model(16, 16, 256);  // more channels in all heads than the stream has
  equals(says(config), {1});
  config.hidden_size = 2881;
  equals(says(config), {1});
  config.intermediate_size = 2881;
  equals(says(config), {1});
  config = model(32, 8, 63);
  config.rope = false;
  equals(says(config), {1});
  config.head_dim = 64, config.eos_token_ids = {};
  equals(says(config), {1});
}

// 9 heads on 3 key/value heads: three each. 6 on 4: two of the four would serve two, two but one.
TEST_CASE("check_config wants equally many heads at every key/value head", "[check_config]") {
  equals(says(model(9, 3, 128)), {1});
  equals(says(model(6, 4, 128), {"n_kv_heads", "6"}), {1, 1});
  equals(says(model(8, 16, 128), {"n_kv_heads"}), {1});
  equals(says(model(0, 0, 127), {"n_heads", "n_kv_heads", "head_dim", "127"}), {1, 1, 1, 1});
}

TEST_CASE("check_config names every field that cannot be", "[check_config]") {
  lm::Config config = model(32, 8, 128);
  config.vocab_size = 0, config.intermediate_size = config.sliding_window = config.n_experts = -1;
  config.rope_theta = std::stod("inf"), config.rms_norm_eps = std::stof("nan");
  equals(says(config, {"vocab_size", "intermediate_size", "sliding_window", "n_experts",
                       "rope_theta", "rms_norm_eps"}),
         {1, 1, 1, 1, 1, 1});
  config = model(32, 8, 128);
  config.rms_norm_eps = 0, config.rope_theta = -1, config.bos_token_id = -1;
  config.eos_token_ids = {2, 128256};
  equals(says(config, {"eps", "theta", "bos_token_id", "eos_token_ids"}), {1, 1, 1, 1});
  config.bos_token_id = 128256;
  equals(says(config, {"bos_token_id"}), {1});
}

TEST_CASE("check_config looks into the scaling, if there is one", "[check_config]") {
  for (const lm::RopeScaling& fine : {scaled(Kind::linear, 1, 9), scaled(Kind::none, 0.5),
                                      scaled(Kind::ntk, 2), scaled(Kind::yarn, 4, 9, 1, 4, 1, 1)}) {
    equals(says(model(32, 8, 128, fine)), {1});
  }
  const auto word_for = [](const lm::RopeScaling& scaling, const char* word) {
    equals(says(model(32, 8, 128, scaling), {word}), {1});
  };
  word_for(scaled(Kind::ntk, 0.5), "factor");
  word_for(scaled(Kind::ntk, std::stod("inf")), "factor");
  word_for(scaled(Kind::yarn, 4), "original_max_seq_len");
  word_for(scaled(Kind::dynamic, 4), "original_max_seq_len");
  word_for(scaled(Kind::yarn, 4, 9, 1, 4, 1, 32), "beta");
  word_for(scaled(Kind::yarn, 4, 9, 1, 4, 32, 0), "beta");
  word_for(scaled(Kind::llama3, 8, 9, 1, 1), "freq_factor");
  word_for(scaled(Kind::llama3, 8, 9, 4, 1), "freq_factor");
  word_for(scaled(Kind::llama3, 8, 9, 0, 4), "freq_factor");
}
