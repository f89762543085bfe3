#include "check_config.hpp"

#include "support/testing.hpp"

using lm::Config;
using Kind = lm::RopeScalingKind;
using Change = void (*)(Config&);

/// For each change: is nothing wrong with LLaMA-3-8B after it (no word), or does some sentence hold
/// the word?
static std::vector<bool> says(std::initializer_list<std::pair<const char*, Change>> cases) {
  std::vector<bool> answers;
  for (const auto& [word, change] : cases) {
    Config config = {
        .hidden_size = 4096, .intermediate_size = 14336, .n_layers = 32, .n_heads = 32};
    config.n_kv_heads = 8, config.head_dim = 128, config.vocab_size = 128256;
    change(config);
    std::string all;
    for (const std::string& sentence : lm::check_config(config)) all += sentence + "\n";
    answers.push_back(*word == 0 ? all.empty() : all.find(word) != std::string::npos);
  }
  return answers;
}

TEST_CASE("check_config finds nothing wrong with models that run", "[check_config]") {
  equals(says({{"", [](Config&) {}},
               {"", [](Config& c) { c.hidden_size = 3072, c.head_dim = 256; }},  // Gemma-7B
               {"", [](Config& c) { c.hidden_size = c.intermediate_size = 2881; }},
               {"", [](Config& c) { c.rope = false, c.head_dim = 63; }},
               {"", [](Config& c) { c.eos_token_ids = {}; }},
               {"", [](Config& c) { c.rope_scaling = {.kind = Kind::linear, .factor = 1}; }},
               {"", [](Config& c) { c.rope_scaling = {.kind = Kind::none, .factor = 0.5}; }},
               {"", [](Config& c) { c.rope_scaling = {Kind::yarn, 4, 2048, 1, 4, 1, 1}; }}}),
         {1, 1, 1, 1, 1, 1, 1, 1});
}

// 9 heads on 3 key/value heads: three each. 6 on 4: two of the four would serve two, the others
// one.
TEST_CASE("check_config wants equally many heads at every key/value head", "[check_config]") {
  equals(says({{"", [](Config& c) { c.n_heads = 9, c.n_kv_heads = 3; }},
               {"n_kv_heads", [](Config& c) { c.n_heads = 6, c.n_kv_heads = 4; }},
               {"n_kv_heads", [](Config& c) { c.n_heads = 8, c.n_kv_heads = 16; }},
               {"n_kv_heads", [](Config& c) { c.n_kv_heads = 0; }},
               {"head_dim", [](Config& c) { c.head_dim = 127; }},
               {"127", [](Config& c) { c.head_dim = 127; }}}),
         {1, 1, 1, 1, 1, 1});
}

TEST_CASE("check_config names sizes and numbers that cannot be", "[check_config]") {
  equals(says({{"n_layers", [](Config& c) { c.n_layers = c.head_dim = 0; }},
               {"head_dim", [](Config& c) { c.n_layers = c.head_dim = 0; }},
               {"intermediate_size", [](Config& c) { c.intermediate_size = -1; }},
               {"vocab_size", [](Config& c) { c.vocab_size = 0; }},
               {"sliding_window", [](Config& c) { c.sliding_window = -1; }},
               {"n_experts", [](Config& c) { c.n_experts = -8; }},
               {"rms_norm_eps", [](Config& c) { c.rms_norm_eps = 0; }},
               {"rms_norm_eps", [](Config& c) { c.rms_norm_eps = std::stof("nan"); }},
               {"rope_theta", [](Config& c) { c.rope_theta = std::stod("inf"); }},
               {"rope_theta", [](Config& c) { c.rope_theta = -1; }},
               {"bos_token_id", [](Config& c) { c.bos_token_id = 128256; }},
               {"bos_token_id", [](Config& c) { c.bos_token_id = -1; }},
               {"eos_token_ids",
                [](Config& c) {
                  c.eos_token_ids = {2, 128257};
                }}}),
         {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
}

// kind, factor, trained length, low and high band, fast and slow end of the ramp
TEST_CASE("check_config looks into the scaling, if there is one", "[check_config]") {
  equals(says({{"factor", [](Config& c) { c.rope_scaling = {.kind = Kind::ntk, .factor = 0.5}; }},
               {"factor",
                [](Config& c) {
                  c.rope_scaling = {Kind::ntk, std::stod("inf")};
                }},
               {"original",
                [](Config& c) {
                  c.rope_scaling = {Kind::yarn, 4, 0};
                }},
               {"original",
                [](Config& c) {
                  c.rope_scaling = {Kind::dynamic, 4, 0};
                }},
               {"beta_", [](Config& c) { c.rope_scaling = {Kind::yarn, 4, 2048, 1, 4, 1, 32}; }},
               {"beta_", [](Config& c) { c.rope_scaling = {Kind::yarn, 4, 2048, 1, 4, 32, 0}; }},
               {"high_freq",
                [](Config& c) {
                  c.rope_scaling = {Kind::llama3, 8, 8192, 1, 1};
                }},
               {"high_freq",
                [](Config& c) {
                  c.rope_scaling = {Kind::llama3, 8, 8192, 4, 1};
                }},
               {"low_freq",
                [](Config& c) {
                  c.rope_scaling = {Kind::llama3, 8, 8192, 0, 4};
                }}}),
         {1, 1, 1, 1, 1, 1, 1, 1, 1});
}
