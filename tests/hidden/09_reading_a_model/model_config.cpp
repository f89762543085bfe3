#include "model_config.hpp"

#include <algorithm>

#include "support/configs.hpp"
#include "support/files.hpp"
#include "support/testing.hpp"

using lm::Activation, lm::Config, lm::Dtype, lm::RopePairing, lm::RopeScalingKind;

static Config small(const std::string& more) {
  return lm::model_config(R"({"hidden_size": 96, "num_hidden_layers": 5, "num_attention_heads": 6,
                              "intermediate_size": 256)" +
                          more + "}");
}
static std::vector<double> numbers(const lm::RopeScaling& s) {
  return {static_cast<double>(s.kind),
          s.factor,
          1.0 * s.original_max_seq_len,
          s.low_freq_factor,
          s.high_freq_factor,
          s.beta_fast,
          s.beta_slow,
          s.truncate ? 1.0 : 0.0};
}

TEST_CASE("model_config has a default for all but four sizes", "[model_config][hidden]") {
  const Config config = small("");
  equals(sizes(config), {96, 256, 5, 6, 6, 16, 0, 2048});
  equals(config.rms_norm_eps, 1e-6f);
  equals(config.rope_theta, 10000);
  equals(config.model_type, "llama");
  equals(numbers(config.rope_scaling), std::vector<double>{0, 1, 0, 1, 4, 32, 1, 1});
  equals(config.rope_pairing, RopePairing::half_split);
  equals(config.hidden_act, Activation::silu);
  equals(config.dtype, Dtype::f32);
  equals(std::vector<bool>{config.tie_word_embeddings, config.attention_bias, config.qk_norm},
         {0, 0, 0});
  equals(std::vector<int>{config.sliding_window, config.n_experts, config.kv_latent_size},
         {0, 0, 0});
  equals(std::vector<bool>{config.pre_norm, config.rms_norm, config.gated_ffn, config.rope},
         {1, 1, 1, 1});
  equals(config.bos_token_id, 1);
  equals(config.eos_token_ids, {2});
}

// Known answers from outside: what the published files say, and what their programs make of it.
TEST_CASE("model_config reads Mistral-Nemo, whose heads are narrower than their share",
          "[model_config][hidden]") {
  const Config config = lm::model_config(
      R"({"model_type": "mistral", "hidden_size": 5120, "head_dim": 128, "num_attention_heads": 32,
          "num_key_value_heads": 8, "num_hidden_layers": 40, "intermediate_size": 14336,
          "sliding_window": null, "vocab_size": 131072, "rope_theta": 1000000.0})");
  equals(sizes(config), {5120, 14336, 40, 32, 8, 128, 131072, 2048});
  equals(config.q_size(), 4096);
  equals(config.sliding_window, 0);
}
TEST_CASE("model_config reads Qwen3, Gemma-7B and GPT-2", "[model_config][hidden]") {
  const Config qwen = lm::model_config(
      R"({"model_type": "qwen3", "hidden_size": 1024, "head_dim": 128, "num_attention_heads": 16,
          "num_key_value_heads": 8, "num_hidden_layers": 28, "intermediate_size": 3072,
          "tie_word_embeddings": true, "attention_bias": false, "vocab_size": 151936})");
  equals(qwen.q_size(), 2048);
  equals(std::vector<bool>{qwen.qk_norm, qwen.tie_word_embeddings, qwen.attention_bias}, {1, 1, 0});
  const Config gemma = lm::model_config(
      R"({"model_type": "gemma", "hidden_size": 3072, "head_dim": 256, "num_attention_heads": 16,
          "num_key_value_heads": 16, "num_hidden_layers": 28, "intermediate_size": 24576,
          "hidden_activation": "gelu_pytorch_tanh", "bos_token_id": 2, "eos_token_id": 1})");
  equals(gemma.q_size(), 4096);
  equals(gemma.hidden_act, Activation::gelu_tanh);
  equals(gemma.tie_word_embeddings, true);
  equals(std::vector<int>{gemma.bos_token_id, gemma.eos_token_ids.at(0)}, {2, 1});
  const Config gpt = lm::model_config(
      R"({"model_type": "gpt2", "n_embd": 1024, "n_head": 16, "n_layer": 24, "n_positions": 1024,
          "vocab_size": 50257, "activation_function": "gelu_new", "layer_norm_epsilon": 1e-05})");
  equals(sizes(gpt), {1024, 4096, 24, 16, 16, 64, 50257, 1024});
  equals(std::vector<bool>{gpt.pre_norm, gpt.rms_norm, gpt.gated_ffn, gpt.rope}, {1, 0, 0, 0});
  equals(gpt.hidden_act, Activation::gelu_tanh);
  is_close(gpt.rms_norm_eps, 1e-5);
}
TEST_CASE("model_config finds the width of Meta's models", "[model_config][hidden]") {
  const auto width = [](const std::string& dim, const std::string& more) {
    return lm::model_config(R"({"n_layers": 2, "n_heads": 32, "dim": )" + dim + more + "}")
        .intermediate_size;
  };
  equals(width("4096", R"(, "multiple_of": 256)"), 11008);                               // LLaMA-7B
  equals(width("4096", ""), 11008);
  equals(width("8192", R"(, "multiple_of": 4096, "ffn_dim_multiplier": 1.3)"), 28672);   // 2-70B
  equals(width("2048", R"(, "multiple_of": 256, "ffn_dim_multiplier": 1.5)"), 8192);     // 3.2-1B
  equals(width("16384", R"(, "multiple_of": 4096, "ffn_dim_multiplier": 1.2)"), 53248);  // 405B
}
TEST_CASE("model_config reads DeepSeek-V2-Lite's latents and its yarn", "[model_config][hidden]") {
  const Config config = lm::model_config(
      R"({"model_type": "deepseek_v2", "hidden_size": 2048, "num_attention_heads": 16,
          "num_hidden_layers": 27, "intermediate_size": 10944, "kv_lora_rank": 512,
          "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "n_routed_experts": 64,
          "max_position_embeddings": 163840, "rope_scaling": {"type": "yarn", "factor": 40,
          "beta_fast": 32, "beta_slow": 1, "mscale": 0.707, "mscale_all_dim": 0.707,
          "original_max_position_embeddings": 4096}})");
  equals(std::vector<int>{config.kv_latent_size, config.head_dim, config.n_experts},
         {576, 192, 64});
  const Config least = small(R"(, "kv_lora_rank": 1, "qk_nope_head_dim": 3, "qk_rope_head_dim": 2)");
  equals(std::vector<int>{least.kv_latent_size, least.head_dim}, {3, 5});
  equals(numbers(config.rope_scaling), std::vector<double>{4, 40, 4096, 1, 4, 32, 1, 1});
  is_close(config.rope_scaling.mscale.value_or(0), 0.707);
  is_close(config.rope_scaling.mscale_all_dim.value_or(0), 0.707);
  equals(config.rope_scaling.attention_factor.has_value(), false);
}

TEST_CASE("model_config lets the file win over what could be computed", "[model_config][hidden]") {
  equals(sizes(small(R"(, "head_dim": 24, "num_key_value_heads": 2, "vocab_size": 77,
                         "max_position_embeddings": 333)")),
         {96, 256, 5, 6, 2, 24, 77, 333});
  equals(small(R"(, "model_type": "qwen2", "attention_bias": false)").attention_bias, false);
  equals(small(R"(, "model_type": "llama", "attention_bias": true)").attention_bias, true);
  equals(small(R"(, "model_type": "cohere", "tie_word_embeddings": false)").tie_word_embeddings,
         false);
  equals(small(R"(, "tie_word_embeddings": true)").tie_word_embeddings, true);
  equals(small(R"(, "model_type": "gemma", "hidden_act": "silu")").hidden_act, Activation::silu);
  equals(small(R"(, "pre_norm": false)").pre_norm, false);
}

TEST_CASE("model_config takes null for what is not told", "[model_config][hidden]") {
  const Config config = small(R"(, "num_key_value_heads": null, "head_dim": null,
      "rope_theta": null, "rms_norm_eps": null, "max_position_embeddings": null,
      "rope_scaling": null, "tie_word_embeddings": null, "eos_token_id": null,
      "bos_token_id": null, "sliding_window": null, "hidden_act": null, "torch_dtype": null,
      "vocab_size": null, "model_type": null, "text_config": null)");
  equals(sizes(config), {96, 256, 5, 6, 6, 16, 0, 2048});
  is_close(config.rms_norm_eps, 1e-6);
  equals(config.rope_theta, 10000);
  equals(config.eos_token_ids, {2});
}

TEST_CASE("model_config knows the other names", "[model_config][hidden]") {
  equals(small(R"(, "num_kv_heads": 3)").n_kv_heads, 3);
  equals(small(R"(, "n_kv_heads": 2)").n_kv_heads, 2);
  equals(small(R"(, "kv_channels": 32)").head_dim, 32);
  equals(small(R"(, "max_seq_len": 512)").max_seq_len, 512);
  equals(small(R"(, "dtype": "bfloat16")").dtype, Dtype::bf16);
  equals(small(R"(, "torch_dtype": "float32")").dtype, Dtype::f32);
  equals(small(R"(, "num_local_experts": 8)").n_experts, 8);
  equals(small(R"(, "num_experts": 128)").n_experts, 128);
  is_close(small(R"(, "norm_eps": 3e-5)").rms_norm_eps, 3e-5);
  is_close(small(R"(, "layer_norm_eps": 1e-12)").rms_norm_eps, 1e-12);
  equals(small(R"(, "hidden_act": "relu")").hidden_act, Activation::relu);
  equals(small(R"(, "model_type": "gemma2")").hidden_act, Activation::gelu_tanh);
  equals(small(R"(, "model_type": "falcon")").hidden_act, Activation::gelu);
  equals(small(R"(, "hidden_act": "gelu")").hidden_act, Activation::gelu);
  equals(small(R"(, "hidden_act": "gelu_new")").hidden_act, Activation::gelu_tanh);
  // Qwen-1 counts gate and up together.
  equals(small(R"(, "model_type": "qwen")").intermediate_size, 128);
}

TEST_CASE("model_config reads windows that are on", "[model_config][hidden]") {
  equals(small(R"(, "sliding_window": 4096)").sliding_window, 4096);
  equals(small(R"(, "sliding_window": 4096, "use_sliding_window": true)").sliding_window, 4096);
  equals(small(R"(, "sliding_window": 4096, "use_sliding_window": false)").sliding_window, 0);
}

TEST_CASE("model_config reads every kind of scaling", "[model_config][hidden]") {
  const auto scaling = [](const std::string& what) {
    return numbers(
        small(R"(, "max_position_embeddings": 8192, "rope_scaling": {)" + what + "}").rope_scaling);
  };
  const auto kind = [](RopeScalingKind k) { return static_cast<double>(k); };
  using K = RopeScalingKind;
  equals(scaling(R"("type": "linear", "factor": 4.0)"),
         std::vector<double>{kind(K::linear), 4, 8192, 1, 4, 32, 1, 1});
  equals(scaling(R"("rope_type": "linear", "factor": 2.5)"),
         std::vector<double>{kind(K::linear), 2.5, 8192, 1, 4, 32, 1, 1});
  equals(scaling(R"("rope_type": "dynamic", "type": "dynamic", "factor": 2)"),
         std::vector<double>{kind(K::dynamic), 2, 8192, 1, 4, 32, 1, 1});
  equals(scaling(R"("rope_type": "ntk", "factor": 8)"),
         std::vector<double>{kind(K::ntk), 8, 8192, 1, 4, 32, 1, 1});
  equals(scaling(R"("rope_type": "llama3", "factor": 32, "low_freq_factor": 1.5,
                    "high_freq_factor": 5, "original_max_position_embeddings": 4096)"),
         std::vector<double>{kind(K::llama3), 32, 4096, 1.5, 5, 32, 1, 1});
  equals(scaling(R"("rope_type": "yarn", "factor": 32, "beta_fast": 24, "beta_slow": 2,
                    "truncate": false, "original_max_position_embeddings": 4096)"),
         std::vector<double>{kind(K::yarn), 32, 4096, 1, 4, 24, 2, 0});
  equals(scaling(R"("type": "longrope", "long_factor": [1.5], "short_factor": [1.1])"),
         std::vector<double>{kind(K::longrope), 1, 8192, 1, 4, 32, 1, 1});
  equals(scaling(R"("rope_type": "default")"), std::vector<double>{0, 1, 0, 1, 4, 32, 1, 1});
  equals(scaling(""), std::vector<double>{0, 1, 0, 1, 4, 32, 1, 1});
  is_close(small(R"(, "rope_scaling": {"type": "yarn", "factor": 4, "attention_factor": 1.25})")
               .rope_scaling.attention_factor.value_or(0),
           1.25);
}

TEST_CASE("model_config looks for rope_theta in both places", "[model_config][hidden]") {
  equals(small(R"(, "rope_theta": 500000.0)").rope_theta, 500000);
  equals(small(R"(, "rope_theta": 1e6)").rope_theta, 1000000);
  const Config config = small(R"(, "rope_parameters": {"rope_theta": 250000.5,
      "rope_type": "llama3", "factor": 8, "original_max_position_embeddings": 8192})");
  equals(config.rope_theta, 250000.5);
  equals(config.rope_scaling.kind, RopeScalingKind::llama3);
}

TEST_CASE("model_config looks inside text_config", "[model_config][hidden]") {
  const Config config = lm::model_config(
      R"({"model_type": "mistral3", "vision_config": {"hidden_size": 7}, "hidden_size": 1,
          "text_config": {"model_type": "mistral", "hidden_size": 96, "num_hidden_layers": 5,
          "num_attention_heads": 6, "intermediate_size": 256, "vocab_size": 9}})");
  equals(sizes(config), {96, 256, 5, 6, 6, 16, 9, 2048});
  equals(config.model_type, "mistral");
}

// Whole numbers may be written with a point; a byte order mark and other line ends do no harm.
TEST_CASE("model_config reads numbers and texts as people write them", "[model_config][hidden]") {
  equals(small(R"(, "vocab_size": 32000.0, "max_position_embeddings": 4.096e3)").vocab_size, 32000);
  equals(small(R"(, "model_max_length": 1000000000000000019884624838656)").n_layers, 5);
  equals(lm::model_config("\xEF\xBB\xBF{\r\n\"hidden_size\": 8, \"n_layers\": 2,\r\n\"n_heads\": 2,"
                          "\r\n\"intermediate_size\": 3}\r\n")
             .hidden_size,
         8);
  equals(sizes(small(R"(, "num_key_value_heads": -8, "vocab_size": 2147483647)")),
         {96, 256, 5, 6, -8, 16, 2147483647, 2048});
  equals(small(R"(, "vocab_size": -2147483648)").vocab_size, -2147483648);
  equals(small(R"(, "head_dim": 0)").head_dim, 0);  // check_config complains, not we
  equals(lm::model_config(R"({"hidden_size": 96, "num_hidden_layers": 1, "num_attention_heads": 1,
                              "intermediate_size": 8})")
             .head_dim,
         96);
}

TEST_CASE("model_config refuses a file without its sizes", "[model_config][hidden][errors]") {
  const std::string all[] = {R"("hidden_size": 96)", R"("num_hidden_layers": 5)",
                             R"("num_attention_heads": 6)", R"("intermediate_size": 256)"};
  for (int missing = 0; missing < 4; ++missing) {
    std::string text = R"({"vocab_size": 9)";
    for (int i = 0; i < 4; ++i) text += i == missing ? "" : ", " + all[i];
    throws_with("model_config", [&] { lm::model_config(text + "}"); });
  }
}

TEST_CASE("model_config refuses what is no size", "[model_config][hidden][errors]") {
  throws_with("vocab_size", [] { small(R"(, "vocab_size": 4096.5)"); });
  throws_with("vocab_size", [] { small(R"(, "vocab_size": "32000")"); });
  throws_with("", [] { small(R"(, "vocab_size": 99999999999999999999)"); });
  throws_with("2147483648", [] { small(R"(, "vocab_size": 2147483648)"); });
  throws_with("-2147483649", [] { small(R"(, "vocab_size": -2147483649)"); });
  throws_with("eos_token_id", [] { small(R"(, "eos_token_id": [2, true])"); });
  throws_with("rms_norm_eps", [] { small(R"(, "rms_norm_eps": "1e-05")"); });
  throws_with("tie_word_embeddings", [] { small(R"(, "tie_word_embeddings": 1)"); });
  throws_with("96", [] {
    lm::model_config(R"({"hidden_size": 96, "num_attention_heads": 5,
                                   "num_hidden_layers": 1, "intermediate_size": 8})");
  });
}

TEST_CASE("model_config refuses what it does not know", "[model_config][hidden][errors]") {
  throws_with("bert", [] { small(R"(, "model_type": "bert")"); });
  throws_with("mish", [] { small(R"(, "hidden_act": "mish")"); });
  throws_with("float8", [] { small(R"(, "torch_dtype": "float8")"); });
  throws_with("spiral", [] { small(R"(, "rope_scaling": {"type": "spiral", "factor": 2})"); });
  throws_with("factor", [] { small(R"(, "rope_scaling": {"rope_type": "yarn"})"); });
  throws_with("yarn", [] {
    small(R"(, "rope_scaling": {"rope_type": "yarn", "type": "linear", "factor": 4})");
  });
}

TEST_CASE("model_config refuses what is no JSON, and says where",
          "[model_config][hidden][errors]") {
  throws_with("line 2, column 1", [] { lm::model_config("{\"hidden_size\": 96,\n}"); });
  throws_with("line 1", [] { lm::model_config(""); });
  throws_with("LFS", [] { lm::model_config("version https://git-lfs.github.com/spec/v1\n"); });
  throws_with("nested", [] { lm::model_config(std::string(100000, '[')); });
  throws_with("object", [] { lm::model_config("[1, 2]"); });
}

/// What conformance data calls an activation, a scaling.
static std::string word(Activation activation) {
  return std::vector{"sigmoid", "relu", "silu", "gelu",
                     "gelu_tanh"}[static_cast<std::size_t>(activation)];
}
static std::string word(const Config& config) {
  if (!config.rope) return "none";
  return std::vector{
      "default", "linear", "ntk", "dynamic", "yarn", "llama3", "longrope"}[static_cast<std::size_t>(
      config.rope_scaling.kind)];
}

// 43 published files. Where a file alone does not decide, a refusal is right, too.
TEST_CASE("model_config agrees with the published files", "[model_config][conformance]") {
  const auto all = kit::golden_file("configs/EXPECTED.json");
  if (!all) return;
  int n_right = 0;
  for (const std::string& name : all->keys()) {
    const auto want = all->object(name);
    std::vector<std::string> open;
    bool may_be_refused = false;
    if (want.has("unsupported")) {
      try {
        open = want.words("unsupported");
      } catch (const std::exception&) {
        may_be_refused = want.word("unsupported") == "whole file";
      }
    }
    const auto text = kit::conformance_text("configs/" + name + ".json");
    Config c;
    try {
      c = lm::model_config(*text);
    } catch (const std::invalid_argument&) {
      equals(name + (may_be_refused || !open.empty() ? "" : " is refused"), name);
      continue;
    }
    const auto decided = [&](const char* field) {
      return !may_be_refused && std::ranges::find(open, field) == open.end();
    };
    bool is_right = true;
    const auto same = [&](const char* field, double got, double absent) {
      const double wanted = want.has(field) ? want.number(field) : absent;
      if (!decided(field)) return;
      equals(name + "." + field + (got == wanted ? "" : " differs"), name + "." + field);
      is_right = is_right && got == wanted;
    };
    same("n_layers", c.n_layers, 0);
    same("hidden_size", c.hidden_size, 0);
    same("n_heads", c.n_heads, 0);
    same("n_kv_heads", c.n_kv_heads, 0);
    same("head_dim", c.head_dim, 0);
    same("intermediate_size", c.intermediate_size, 0);
    same("rope_theta", c.rope_theta, c.rope_theta);
    same("experts", c.n_experts, 0);
    same("sliding_window", c.sliding_window, 0);
    same("vocab_size", c.vocab_size, 0);
    same("tied", c.tie_word_embeddings, 0);
    same("mla", c.kv_latent_size > 0, 0);
    if (decided("hidden_act")) {
      std::string wanted = want.word("hidden_act");
      if (wanted == "gelu_new" || wanted == "gelu_pytorch_tanh") wanted = "gelu_tanh";
      equals(name + " " + word(c.hidden_act), name + " " + wanted);
      is_right = is_right && word(c.hidden_act) == wanted;
    }
    equals(name + " " + word(c), name + " " + want.word("rope_type"));
    n_right += is_right && word(c) == want.word("rope_type") ? 1 : 0;
  }
  equals(n_right >= 37, true);
}

TEST_CASE("model_config reads the tricky files", "[model_config][conformance]") {
  const auto read = [](const std::string& name) {
    const auto text = kit::conformance_text("configs/tricky/" + name + ".json");
    return text ? lm::model_config(*text) : Config();
  };
  if (!kit::conformance_file("configs/tricky/TRICKY.md")) return;
  equals(read("01_missing_num_key_value_heads").n_kv_heads, 32);
  equals(read("02_head_dim_explicit_nemo").q_size(), 4096);
  equals(read("04_rope_scaling_null").rope_scaling.kind, RopeScalingKind::none);
  equals(read("05_rope_parameters_v5").rope_theta, 500000);
  equals(read("05_rope_parameters_v5").rope_scaling.kind, RopeScalingKind::llama3);
  equals(read("07_hidden_not_divisible_with_head_dim").q_size(), 3072);
  equals(read("16_type_and_rope_type").rope_scaling.kind, RopeScalingKind::yarn);
  equals(read("17_old_type_key").rope_scaling.kind, RopeScalingKind::linear);
  equals(read("17_old_type_key").rope_scaling.factor, 4);
  equals(sizes(read("22_float_ints")), {4096, 11008, 32, 32, 32, 128, 32000, 4096});
  equals(read("23_eos_list").eos_token_ids, {128001, 128008, 128009});
  equals(read("29_bom_crlf").hidden_size, 4096);
  equals(sizes(read("32_params_json_meta")), {4096, 14336, 32, 32, 8, 128, 128256, 2048});
  equals(read("34_kv_heads_null").n_kv_heads, 32);
  for (const char* const refused :
       {"08_hidden_not_divisible", "10_trailing_comma", "11_dot_for_comma", "13_nan_eps",
        "14_huge_int", "19_rope_scaling_no_factor", "28_lfs_pointer", "31_deep_nesting",
        "35_type_disagrees", "37_overflowing_eps", "41_fractional_size"}) {
    throws_with("", [&] { read(refused); });
  }
}
