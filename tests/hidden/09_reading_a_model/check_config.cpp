#include "check_config.hpp"

#include <cmath>
#include <limits>

#include "model_config.hpp"
#include "support/files.hpp"
#include "support/testing.hpp"

using lm::Config;
using Kind = lm::RopeScalingKind;

/// LLaMA-2-7B, as published.
static Config llama2() {
  Config config;
  config.hidden_size = 4096, config.intermediate_size = 11008, config.n_layers = 32;
  config.n_heads = config.n_kv_heads = 32;
  config.head_dim = 128;
  config.vocab_size = 32000;
  config.max_seq_len = 4096;
  config.rms_norm_eps = 1e-5f;
  return config;
}
static bool is_clean(const Config& config) {
  return lm::check_config(config).empty();
}
static bool says(const Config& config, const char* word) {
  for (const std::string& sentence : lm::check_config(config)) {
    if (sentence.find(word) != std::string::npos) return true;
  }
  return false;
}
static lm::RopeScaling scaled(Kind kind, double factor = 1, int trained = 0) {
  lm::RopeScaling scaling;
  scaling.kind = kind;
  scaling.factor = factor;
  scaling.original_max_seq_len = trained;
  return scaling;
}
static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr int least = std::numeric_limits<int>::min();

// Known answers from outside: configs of published models, with which their own programs run.
TEST_CASE("check_config finds nothing wrong with published models", "[check_config][hidden]") {
  Config config = llama2();
  equals(is_clean(config), true);
  config.n_kv_heads = 8, config.vocab_size = 128256, config.max_seq_len = 131072;  // LLaMA-3.1-8B
  config.intermediate_size = 14336, config.rope_theta = 500000;
  config.bos_token_id = 128000, config.eos_token_ids = {128001, 128008, 128009};
  config.rope_scaling = scaled(Kind::llama3, 8, 8192);
  equals(is_clean(config), true);
  config = llama2();
  config.hidden_size = 3072, config.intermediate_size = 24576, config.n_layers = 28;  // Gemma-7B
  config.n_heads = config.n_kv_heads = 16, config.head_dim = 256, config.vocab_size = 256000;
  config.rms_norm_eps = 1e-6f, config.bos_token_id = 2, config.eos_token_ids = {1};
  equals(is_clean(config), true);
  config.hidden_size = 3584, config.intermediate_size = 18944, config.n_layers = 28;  // Qwen2-7B
  config.n_heads = 28, config.n_kv_heads = 4, config.head_dim = 128, config.vocab_size = 152064;
  config.bos_token_id = 151643, config.eos_token_ids = {151643}, config.rope_theta = 1e6;
  equals(is_clean(config), true);
  config.hidden_size = 2880, config.intermediate_size = 2880, config.n_layers = 24;  // gpt-oss-20b
  config.n_heads = 64, config.n_kv_heads = 8, config.head_dim = 64, config.vocab_size = 201088;
  config.n_experts = 32, config.sliding_window = 128, config.rope_theta = 150000;
  config.rope_scaling = scaled(Kind::yarn, 32, 4096);
  equals(is_clean(config), true);
  config.rope_scaling = scaled(Kind::yarn, 40, 4096);
  config.rope_scaling.beta_fast = config.rope_scaling.beta_slow = 1;  // Kimi-K2
  equals(is_clean(config), true);
  config.rope_scaling = scaled(Kind::longrope);  // Phi-3 tells no factor
  equals(is_clean(config), true);
}

TEST_CASE("check_config wants at least 1 of every size", "[check_config][hidden]") {
  int Config::*const sizes[] = {
      &Config::n_layers,   &Config::hidden_size, &Config::intermediate_size, &Config::n_heads,
      &Config::n_kv_heads, &Config::head_dim,    &Config::vocab_size,        &Config::max_seq_len};
  const char* const names[] = {"n_layers",   "hidden_size", "intermediate_size", "n_heads",
                               "n_kv_heads", "head_dim",    "vocab_size",        "max_seq_len"};
  for (std::size_t i = 0; i < 8; ++i) {
    for (const int value : {0, -1, -128, least}) {
      Config config = llama2();
      config.*sizes[i] = value;
      equals(says(config, names[i]), true);
    }
  }
}

// The least that is a model: one layer, one head, two channels.
TEST_CASE("check_config is content with the smallest model", "[check_config][hidden]") {
  Config config;
  config.hidden_size = 1, config.intermediate_size = 1, config.n_layers = 1, config.n_heads = 1;
  config.n_kv_heads = 1, config.head_dim = 2, config.vocab_size = 3, config.max_seq_len = 1;
  equals(is_clean(config), true);
  config.vocab_size = 2;  // the last token has the id 1, the text ends with 2
  equals(says(config, "eos_token_ids"), true);
  config.eos_token_ids = {};
  equals(is_clean(config), true);
  config.vocab_size = 1;
  equals(says(config, "bos_token_id"), true);
  config.bos_token_id = 0;
  equals(is_clean(config), true);
}

TEST_CASE("check_config wants counts and windows that are not negative", "[check_config][hidden]") {
  Config config = llama2();
  config.sliding_window = 1, config.n_experts = 1, config.kv_latent_size = 1;
  equals(is_clean(config), true);
  config.sliding_window = -1;
  equals(says(config, "sliding_window"), true);
  equals(says(config, "n_experts"), false);
  config.n_experts = -8;
  equals(says(config, "n_experts"), true);
  config.kv_latent_size = least;
  equals(says(config, "kv_latent_size"), true);
}

TEST_CASE("check_config wants equal shares of the heads", "[check_config][hidden]") {
  for (const int n_heads : {1, 6, 7, 12, 64, 96}) {
    for (const int n_kv_heads : {1, 2, 3, 5, 6, 7, 8, 48, 96, 128}) {
      Config config = llama2();
      config.n_heads = n_heads;
      config.n_kv_heads = n_kv_heads;
      equals(is_clean(config), n_heads % n_kv_heads == 0);
      equals(says(config, "n_kv_heads"), n_heads % n_kv_heads != 0);
    }
  }
}

TEST_CASE("check_config wants an even head, where it turns", "[check_config][hidden]") {
  for (const int head_dim : {1, 2, 3, 63, 64, 80, 96, 127, 129, 192}) {
    Config config = llama2();
    config.head_dim = head_dim;
    equals(says(config, "head_dim"), head_dim % 2 == 1);
    config.rope = false;
    equals(is_clean(config), true);
  }
}

TEST_CASE("check_config wants numbers that are finite and above 0", "[check_config][hidden]") {
  for (const double value : {0.0, -0.0, -1e-5, -1.0, infinity, -infinity, std::nan("")}) {
    Config config = llama2();
    config.rms_norm_eps = static_cast<float>(value);
    equals(says(config, "rms_norm_eps"), true);
    equals(says(config, "rope_theta"), false);
    config.rope_theta = value;
    equals(says(config, "rope_theta"), true);
    config.rope = false;  // nothing turns
    equals(says(config, "rope_theta"), false);
  }
  for (const double value : {1e-30, 0.5, 1.0, 82684.62, 1e30}) {
    Config config = llama2();
    config.rms_norm_eps = static_cast<float>(value);
    config.rope_theta = value;
    equals(is_clean(config), true);
  }
}

TEST_CASE("check_config wants a scaling by 1 or more", "[check_config][hidden]") {
  for (const Kind kind : {Kind::linear, Kind::ntk, Kind::dynamic, Kind::yarn, Kind::llama3,
                          Kind::longrope, Kind::none}) {
    const bool is_scaled = kind != Kind::none;
    Config config = llama2();
    config.rope_scaling = scaled(kind, 1, 2048);
    equals(is_clean(config), true);
    for (const double factor : {0.0, 0.999, -4.0, infinity, -infinity, std::nan("")}) {
      config.rope_scaling.factor = factor;
      equals(says(config, "factor"), is_scaled);
    }
    config.rope_scaling.factor = 1.001;
    equals(is_clean(config), true);
  }
}

TEST_CASE("check_config wants the trained length where a formula needs it",
          "[check_config][hidden]") {
  for (const int length : {0, -1, least, 1, 1 << 20}) {
    for (const Kind kind : {Kind::dynamic, Kind::yarn, Kind::llama3}) {
      Config config = llama2();
      config.rope_scaling = scaled(kind, 4, length);
      equals(says(config, "original_max_seq_len"), length < 1);
      equals(is_clean(config), length >= 1);
    }
    for (const Kind kind : {Kind::none, Kind::linear, Kind::ntk, Kind::longrope}) {
      Config config = llama2();
      config.rope_scaling = scaled(kind, 4, length);
      equals(is_clean(config), true);
    }
  }
}

TEST_CASE("check_config wants bands in their order", "[check_config][hidden]") {
  Config config = llama2();
  lm::RopeScaling& scaling = config.rope_scaling;
  scaling = scaled(Kind::yarn, 4, 2048);
  for (const auto& [fast, slow, is_right] : {std::tuple{32.0, 1.0, true},
                                             {1.0, 1.0, true},
                                             {0.5, 0.25, true},
                                             {1.0, 32.0, false},
                                             {32.0, 0.0, false},
                                             {32.0, -1.0, false},
                                             {0.0, 0.0, false},
                                             {-1.0, -2.0, false}}) {
    scaling.beta_fast = fast, scaling.beta_slow = slow;
    equals(is_clean(config), is_right);
    equals(says(config, "beta_fast") || says(config, "beta_slow"), !is_right);
  }
  scaling = scaled(Kind::llama3, 8, 8192);
  for (const auto& [high, low, is_right] : {std::tuple{4.0, 1.0, true},
                                            {2.5, 0.5, true},
                                            {1.0, 1.0, false},
                                            {1.0, 4.0, false},
                                            {4.0, 0.0, false},
                                            {4.0, -1.0, false},
                                            {-1.0, -2.0, false}}) {
    scaling.high_freq_factor = high, scaling.low_freq_factor = low;
    equals(is_clean(config), is_right);
    equals(says(config, "high_freq_factor") || says(config, "low_freq_factor"), !is_right);
  }
}

TEST_CASE("check_config wants ids that the vocabulary has", "[check_config][hidden]") {
  for (const int id : {-1, least, 32000, 32001, 1 << 30, 0, 1, 31999}) {
    const bool is_there = 0 <= id && id < 32000;
    Config config = llama2();
    config.bos_token_id = id;
    equals(says(config, "bos_token_id"), !is_there);
    equals(is_clean(config), is_there);
    config = llama2();
    config.eos_token_ids = {2, id, 3};
    equals(says(config, "eos_token_ids"), !is_there);
    equals(is_clean(config), is_there);
  }
}

TEST_CASE("check_config tells everything that is wrong", "[check_config][hidden]") {
  Config config = llama2();
  config.n_layers = 0, config.n_heads = 6, config.n_kv_heads = 4, config.head_dim = 127;
  config.rms_norm_eps = -1, config.rope_theta = 0, config.bos_token_id = -1;
  config.eos_token_ids = {2, 32000};
  config.rope_scaling = scaled(Kind::dynamic, 0);
  for (const char* const name :
       {"n_layers", "n_heads", "n_kv_heads", "head_dim", "rms_norm_eps", "rope_theta", "factor",
        "original_max_seq_len", "bos_token_id", "eos_token_ids"}) {
    equals(says(config, name), true);
  }
  equals(lm::check_config(config).size() >= 9, true);
  equals(says(config, "6") && says(config, "127") && says(config, "32000"), true);
}

TEST_CASE("check_config survives any numbers", "[check_config][hidden]") {
  Config config;  // nothing told
  equals(says(config, "hidden_size") && says(config, "n_heads"), true);
  config.n_heads = config.hidden_size = least;
  config.n_kv_heads = -1;
  equals(says(config, "n_heads") && says(config, "n_kv_heads"), true);
  config.n_kv_heads = 0;
  equals(says(config, "n_kv_heads"), true);
}

// Files that model_config reads without complaint, and that no program should run.
TEST_CASE("check_config refuses what is tricky in the conformance data",
          "[check_config][conformance]") {
  for (const auto& [name, word] : {std::pair{"20_factor_below_one", "factor"},
                                   {"25_zero_layers", "n_layers"},
                                   {"25_zero_layers", "n_heads"},
                                   {"26_negative", "n_kv_heads"},
                                   {"38_zero_eps", "rms_norm_eps"}}) {
    if (const auto file = kit::conformance_text("configs/tricky/" + std::string(name) + ".json")) {
      equals(says(lm::model_config(*file), word), true);
    }
  }
}
