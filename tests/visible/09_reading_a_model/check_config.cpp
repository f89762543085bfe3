#include "check_config.hpp"

#include "support/config_faults.hpp"
#include "support/testing.hpp"

using Kind = lm::RopeScalingKind;

TEST_CASE("check_config finds nothing wrong with models that run", "[check_config]") {
  lm::Config unturned = model(32, 8, 63), no_base = model(32, 8, 64), endless = no_base;
  unturned.rope = no_base.rope = false, no_base.rope_theta = 0, endless.eos_token_ids = {};
  for (const auto& config :
       {model(16, 16, 256),  // more channels in all heads than the stream has
        config_of(2881, 14336, 32, 16, 16, 256, 128256),
        config_of(2881, 2881, 32, 16, 16, 256, 128256), unturned, no_base, endless}) {
    equals(says(config), {1});
  }
}

// 9 heads on 3 key/value heads: three each. 6 on 4: two of the four would serve two, two but one.
TEST_CASE("check_config wants equally many heads at every key/value head", "[check_config]") {
  equals(says(model(9, 3, 128)), {1});
  equals(says(model(6, 4, 128), {"n_kv_heads", "6"}), {1, 1});
  equals(says(model(8, 16, 128), {"n_kv_heads"}), {1});
  equals(says(model(0, 0, 127), {"n_heads", "n_kv_heads", "head_dim", "127"}), {1, 1, 1, 1});
}

TEST_CASE("check_config names every field that cannot be", "[check_config]") {
  lm::Config config = config_of(4096, -1, 32, 32, 8, 128, 0);
  config.sliding_window = config.n_experts = -1;
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
  for (const auto& fine : {scaled(Kind::linear, 1, 9), scaled(Kind::none, 0.5),
                           scaled(Kind::ntk, 2), scaled(Kind::yarn, 4, 9, 1, 4, 1, 1)}) {
    equals(says(model(32, 8, 128, fine)), {1});
  }
  const auto word_for = [](const char* word, const std::vector<lm::RopeScaling>& scalings) {
    for (const auto& scaling : scalings) equals(says(model(32, 8, 128, scaling), {word}), {1});
  };
  word_for("factor", {scaled(Kind::ntk, 0.5), scaled(Kind::ntk, std::stod("inf"))});
  word_for("original_max_seq_len", {scaled(Kind::yarn, 4), scaled(Kind::dynamic, 4)});
  word_for("beta", {scaled(Kind::yarn, 4, 9, 1, 4, 1, 32), scaled(Kind::yarn, 4, 9, 1, 4, 32, 0)});
  word_for("freq_factor", {scaled(Kind::llama3, 8, 9, 1, 1), scaled(Kind::llama3, 8, 9, 4, 1),
                           scaled(Kind::llama3, 8, 9, 0, 4)});
}
