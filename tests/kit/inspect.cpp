// `kit inspect`: the program behind it, on published files where the machine has them.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness.hpp"

namespace kit::tests {
namespace {

using nlohmann::json;

Ended inspect(const fs::path& path, std::vector<std::string> more = {}) {
  Command command;
  command.arguments = {std::string(KIT_BUILT) + "/inspect", path.string()};
  command.arguments.insert(command.arguments.end(), more.begin(), more.end());
  command.environment = {{"KIT_PARTS", ""}};
  command.seconds = 60;
  command.kept_output = 1 << 20;
  return run(command);
}

json figures(const fs::path& path, std::vector<std::string> more = {}) {
  more.push_back("--json");
  const Ended ended = inspect(path, more);
  const json document = json::parse(ended.output, nullptr, false);
  expect(ended.exit_code == 0 && document.is_object(), path.string() + ": " + ended.output);
  return document.is_object() ? document : json::object();
}

// Code 2, one line, no stack of words from elsewhere.
std::string refused(const fs::path& path, const std::vector<std::string>& more = {}) {
  const Ended ended = inspect(path, more);
  expect(ended.exit_code == 2 && ended.signal == 0,
         path.string() + ": exit code " + std::to_string(ended.exit_code) + ": " + ended.output);
  expect(ended.output.find('\n') == ended.output.size() - 1, "more than a line: " + ended.output);
  return ended.output;
}

json conformance(const fs::path& file) {
  const char* const folder = std::getenv("KIT_CONFORMANCE_DIR");
  if (folder == nullptr) skip("no conformance data");
  std::ifstream stream(fs::path(folder) / file);
  return json::parse(stream);
}
fs::path published(const std::string& name) {
  const char* const folder = std::getenv("KIT_CONFORMANCE_DIR");
  if (folder == nullptr) skip("no conformance data");
  return fs::path(folder) / "configs" / (name + ".json");
}

void expect_figure(const std::string& name, const json& got, const char* key, const json& want) {
  const json& value = got.contains(key) ? got[key] : json();
  expect(value == want, name + "." + key + " is " + value.dump() + ", not " + want.dump());
}

// 43 files. Where the file alone does not decide, null is right as well.
const Case published_files("inspect: published configs mean what they say", [] {
  const json expected = conformance("configs/EXPECTED.json");
  int read = 0;
  for (const auto& [name, want] : expected.items()) {
    const json open = want.value("unsupported", json::array());
    if (open == "whole file") {
      refused(published(name));
      continue;
    }
    const json got = figures(published(name));
    for (const char* key :
         {"n_layers", "hidden_size", "n_heads", "n_kv_heads", "group_size", "head_dim",
          "intermediate_size", "hidden_act", "rope_type", "rope_theta", "vocab_size", "tied",
          "sliding_window", "kv_bytes_per_token_bf16"}) {
      const bool may_be_open = std::find(open.begin(), open.end(), key) != open.end();
      if (may_be_open && got.value(key, json()).is_null()) continue;
      expect_figure(name, got, key, want[key]);
    }
    expect_figure(name, got, "n_experts", want["experts"]);
    ++read;
  }
  expect(read >= 37, "only " + std::to_string(read) + " are read");
});

// Known answers from outside: the numbers of weights in the published checkpoints.
const Case counted("inspect: parameters are those of the published checkpoints", [] {
  const std::pair<const char*, std::int64_t> counts[] = {
      {"llama2-70b", 68976648192}, {"llama3.1-8b", 8030261248},   {"tinyllama-1.1b", 1100048384},
      {"llama3.2-1b", 1235814400}, {"qwen3-0.6b", 596049920},     {"qwen2-7b", 7615616512},
      {"gemma-7b", 8537680896},    {"phi3-mini-128k", 3821079552}};
  for (const auto& [name, count] : counts) {
    expect_figure(name, figures(published(name)), "n_parameters", count);
  }
  // Other weights than LLaMA's: rather no figure than a wrong one.
  for (const char* name : {"gpt2-medium", "mixtral-8x22b", "deepseek-v2-lite", "olmo2-7b"}) {
    const json got = figures(published(name));
    expect_figure(name, got, "n_parameters", nullptr);
    expect_figure(name, got, "supported", false);
  }
  expect_figure("llama2-70b", figures(published("llama2-70b")), "supported", true);
});

const Case tricky("inspect: tricky configs are read or refused in words", [] {
  const auto at = [](const std::string& name) { return published("tricky/" + name); };
  const std::tuple<const char*, const char*, json> right[] = {
      {"01_missing_num_key_value_heads", "n_kv_heads", 32},
      {"02_head_dim_explicit_nemo", "head_dim", 128},
      {"04_rope_scaling_null", "rope_type", "default"},
      {"05_rope_parameters_v5", "rope_theta", 500000.0},
      {"05_rope_parameters_v5", "rope_type", "llama3"},
      {"07_hidden_not_divisible_with_head_dim", "head_dim", 128},
      {"16_type_and_rope_type", "rope_type", "yarn"},
      {"17_old_type_key", "rope_type", "linear"},
      {"17_old_type_key", "rope_factor", 4.0},
      {"22_float_ints", "hidden_size", 4096},
      {"23_eos_list", "n_layers", 32},
      {"29_bom_crlf", "hidden_size", 4096},
      {"32_params_json_meta", "intermediate_size", 14336},
      {"32_params_json_meta", "group_size", 4},
      {"34_kv_heads_null", "n_kv_heads", 32}};
  for (const auto& [name, key, want] : right) expect_figure(name, figures(at(name)), key, want);
  const std::pair<const char*, const char*> wrong[] = {{"08_hidden_not_divisible", "1792"},
                                                       {"10_trailing_comma", "line 26, column 1"},
                                                       {"11_dot_for_comma", "line 8"},
                                                       {"13_nan_eps", "rms_norm_eps"},
                                                       {"14_huge_int", "vocab_size"},
                                                       {"19_rope_scaling_no_factor", "factor"},
                                                       {"20_factor_below_one", "factor is 0.5"},
                                                       {"25_zero_layers", "n_layers is 0"},
                                                       {"26_negative", "n_kv_heads is -8"},
                                                       {"28_lfs_pointer", "Git LFS pointer"},
                                                       {"31_deep_nesting", "nested deeper"},
                                                       {"35_type_disagrees", "yarn"},
                                                       {"35_type_disagrees", "linear"},
                                                       {"37_overflowing_eps", "1e999"},
                                                       {"38_zero_eps", "rms_norm_eps"},
                                                       {"41_fractional_size", "hidden_size"}};
  for (const auto& [name, words] : wrong) expect_says(refused(at(name)), words);
});

// Recounted by hand: 4 layers, 2 heads of 32; 2 (keys, values) · 4 · 2 · 32 = 512 numbers.
const Case folder("inspect: a model's folder, its weights and its cache", [] {
  const fs::path stories = fs::path(KIT_CHECKOUT) / "exercises/models/stories";
  const json got = figures(stories, {"--context", "100", "--batch", "3"});
  expect_figure("stories", got, "kv_bytes_per_token_bf16", 1024);
  expect_figure("stories", got["kv_bytes"], "float32", 614400);
  expect_figure("stories", got, "n_parameters", 857216);
  expect_figure("stories", got["weight_bytes_in_files"], "bfloat16", 2 * 857216);
  const std::string text = inspect(stories).output;
  expect_says(text, "GQA: 4 query heads on 2 key/value heads, group size 2");
  expect_says(text, "✓ RMSNorm   ✓ pre-norm   ✓ RoPE   ✓ SwiGLU");
  std::size_t widest = 0;
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != std::string::npos;) {
    widest = std::max(widest, end - begin);  // in bytes, which are no fewer than columns
    begin = end + 1;
  }
  expect(widest <= 80, "a line of " + std::to_string(widest) + " bytes");
});

const Case llama2c("inspect: a llama2.c file", [] {
  const char* const data = std::getenv("KIT_CONFORMANCE_DIR");
  if (data == nullptr) skip("no conformance data");
  const json got = figures(fs::path(data) / "models/stories260K.bin");
  expect_figure("stories260K", got, "n_parameters", 260032);
  expect_figure("stories260K", got, "group_size", 2);
  expect_figure("stories260K", got, "kv_bytes_per_token_bf16", 640);
});

const Case unusable("inspect: what is no model is refused in one line", [] {
  const Checkout here;
  expect_says(refused(here.root() / "nowhere"), "does not exist");
  expect_says(refused(here.root() / "exercises"), "config.json");
  here.write("empty.bin", "");
  expect_says(refused(here.root() / "empty.bin"), "0 bytes");
  here.write("other.bin", std::string(100, 'x'));
  refused(here.root() / "other.bin");
  const std::string sizes = R"("hidden_size": 2147483646, "num_hidden_layers": 2147483647,
      "num_attention_heads": 2147483646, "head_dim": 2147483646, "intermediate_size": 1,
      "vocab_size": 2147483647})";
  here.write("huge.json", "{" + sizes);
  expect_says(refused(here.root() / "huge.json"), "64 bits");
  const fs::path stories = fs::path(KIT_CHECKOUT) / "exercises/models/stories";
  expect_says(refused(stories, {"--context", "2147483647", "--batch", "2147483647"}), "64 bits");
  expect_says(refused(stories / "model.safetensors"), "folder");
  const Ended typed = here.shell("cd exercises && KIT_NO_BUILD=1 ../kit inspect models/stories");
  expect(typed.exit_code == 0, typed.output);
  expect_says(typed.output, "runs here   yes");
});

}  // namespace
}  // namespace kit::tests
