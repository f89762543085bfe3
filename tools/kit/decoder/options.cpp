#include "options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>

#include "common/check.hpp"

namespace {

constexpr int most = std::numeric_limits<int>::max();

std::string read_all(const std::string& path) {
  std::string text;
  if (path == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else {
    std::ifstream file(path, std::ios::binary);
    kit::require(file.is_open() && !std::filesystem::is_directory(path),
                 "cannot read the prompt from ", path);
    text.assign(std::istreambuf_iterator<char>(file), {});
  }
  if (text.ends_with('\n')) text.pop_back();  // an editor's, not the writer's
  return text;
}

// Not CLI::Range: that lets "nan" pass, which is neither too small nor too large.
CLI::Validator from_to(double low, double high) {
  const auto check = [=](const std::string& word) {
    const double value = std::strtod(word.c_str(), nullptr);
    return low <= value && value <= high ? std::string()
                                         : fmt::format("{} is not from {} to {}", word, low, high);
  };
  return {check, fmt::format("{} to {}", low, high)};
}

std::uint64_t some_seed() {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return 1 + static_cast<std::uint64_t>(now) % 1'000'000;
}

}  // namespace

lm::Options lm::read_options(int argc, char** argv) {
  Options options;
  std::string prompt_file;
  CLI::App app("Continues a text with a LLaMA-style model.");
  app.name("./kit run");
  auto* const prompt =
      app.add_option("prompt", options.prompt, "the text to continue; -: from stdin");
  app.add_option("--prompt-file", prompt_file, "read it from this file")->excludes(prompt);
  app.add_option("--model", options.model,
                 "a Hugging Face folder, or a .bin of llama2.c; else the kit's own stories");
  app.add_option("--tokenizer", options.tokenizer,
                 "tokenizer.bin or tokenizer.model, if not beside the model");
  app.add_flag("--ids", options.ids, "no tokenizer: the prompt and the text are token ids");
  app.add_option("--temperature", options.temperature, "0: always the most likely token")
      ->check(from_to(0, 1000));
  app.add_option("--top-p", options.top_p, "keep the likely tokens up to this sum; 1: all")
      ->check(from_to(1e-6, 1));
  app.add_option("--top-k", options.top_k, "keep so many likely tokens; 0: all")
      ->check(from_to(0, most));
  app.add_option("--seed", options.seed, "0: another one each time")->check(from_to(0, 1e18));
  app.add_option("--stop", options.stops, "end the text before these words; may be given again")
      ->check([](const std::string& stop) { return stop.empty() ? "it is empty" : ""; })
      ->allow_extra_args(false);  // one for each --stop: what follows is the prompt
  app.add_option("--steps", options.steps, "at most so many positions, the prompt included")
      ->check(from_to(1, most));
  app.add_option("--new", options.new_tokens, "at most so many new tokens")
      ->check(from_to(1, most));
  app.add_option("--threads", options.threads, "0: as many as pay")->check(from_to(0, 1024));
  app.add_option("--weights", options.weights, "multiply with weights of this format")
      ->check(CLI::IsMember({"f32", "bf16", "int8"}));
  app.add_option("--pairing", options.pairing, "turn the model to this pairing first")
      ->check(CLI::IsMember({"interleaved", "half_split"}));
  app.add_option("--rope-scaling", options.rope_scaling, "stretch the model past its length")
      ->check(CLI::IsMember({"linear", "ntk", "dynamic", "yarn"}));
  app.add_option("--rope-factor", options.rope_factor, "how far to stretch it")
      ->check(from_to(1, 1000));
  app.add_flag("--no-prefill", options.no_prefill, "read the prompt token by token");
  app.add_flag("--json", options.json, "standard output is one JSON document");
  app.add_option("--likely", options.n_likely, "in it, the most likely tokens at each step")
      ->check(from_to(0, most));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error) == 0 ? lm::done : lm::unusable_input);
  }
  kit::require(!options.model.empty(), "--model is missing: a folder, or a .bin of llama2.c");
  if (!prompt_file.empty() || options.prompt == "-") {
    options.prompt = read_all(prompt_file.empty() ? "-" : prompt_file);
  }
  if (options.seed == 0) options.seed = some_seed();
  return options;
}
