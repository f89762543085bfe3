#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <thread>

#include "common/check.hpp"
#include "files.hpp"
#include "kv_cache_bytes.hpp"

namespace {

std::string read_all(const std::string& path) {
  std::string text;
  if (path == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else {
    std::ifstream file(path, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(file), {});
    kit::require(!file.bad() && file.is_open(), "cannot read the prompt from ", path);
  }
  if (text.ends_with('\n')) text.pop_back();  // an editor's, not the writer's
  return text;
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
  app.add_option("--model", options.model, "a Hugging Face folder, or a .bin of llama2.c")
      ->required();
  app.add_option("--tokenizer", options.tokenizer,
                 "tokenizer.bin or tokenizer.model, if not beside the model");
  app.add_flag("--ids", options.ids, "no tokenizer: the prompt and the text are token ids");
  app.add_option("--temperature", options.temperature, "0: always the most likely token")
      ->check(CLI::Range(0.0, 1000.0));
  app.add_option("--top-p", options.top_p, "keep the likely tokens up to this sum; 1: all")
      ->check(CLI::Range(0.000001, 1.0));
  app.add_option("--top-k", options.top_k, "keep so many likely tokens; 0: all")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--seed", options.seed, "0: another one each time")->check(CLI::NonNegativeNumber);
  app.add_option("--stop", options.stops, "end the text before these words; may be given again")
      ->check([](const std::string& stop) { return stop.empty() ? "it is empty" : ""; })
      ->allow_extra_args(false);  // one for each --stop: what follows is the prompt
  app.add_option("--steps", options.steps, "at most so many positions, the prompt included")
      ->check(CLI::PositiveNumber);
  app.add_option("--new", options.new_tokens, "at most so many new tokens")
      ->check(CLI::PositiveNumber);
  app.add_option("--threads", options.threads, "0: as many as pay")->check(CLI::Range(0, 1024));
  app.add_option("--weights", options.weights, "multiply with weights of this format")
      ->check(CLI::IsMember({"f32", "bf16", "int8"}));
  app.add_option("--pairing", options.pairing, "turn the model to this pairing first")
      ->check(CLI::IsMember({"interleaved", "half_split"}));
  app.add_option("--rope-scaling", options.rope_scaling, "stretch the model past its length")
      ->check(CLI::IsMember({"linear", "ntk", "dynamic", "yarn"}));
  app.add_option("--rope-factor", options.rope_factor, "how far to stretch it")
      ->check(CLI::Range(1.0, 1000.0));
  app.add_flag("--no-prefill", options.no_prefill, "read the prompt token by token");
  app.add_flag("--json", options.json, "standard output is one JSON document");
  app.add_option("--likely", options.n_likely, "in it, the most likely tokens at each step")
      ->check(CLI::NonNegativeNumber);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error) == 0 ? lm::done : lm::unusable_input);
  }
  if (!prompt_file.empty() || options.prompt == "-") {
    options.prompt = read_all(prompt_file.empty() ? "-" : prompt_file);
  }
  if (options.seed == 0) options.seed = some_seed();
  return options;
}

lm::Room lm::room_for(const Options& options, const Config& config, std::size_t n_prompt) {
  int limit = config.max_seq_len;
  if (config.sliding_window > 0) limit = std::min(limit, config.sliding_window);
  kit::require(options.steps <= limit, "--steps is ", options.steps,
               ", the model has positions for ", limit);
  const int n_positions = options.steps > 0 ? options.steps : std::min(limit, 2048);
  kit::require(std::cmp_less_equal(n_prompt, n_positions), "the prompt has ", n_prompt,
               " tokens, there is room for ", n_positions);
  const int n_read = static_cast<int>(n_prompt), most_new = n_positions - n_read + 1;
  const bool is_short = options.new_tokens > 0 && options.new_tokens < most_new;
  const int n_new = is_short ? options.new_tokens : most_new;
  const Room room{n_read + n_new - 1, n_new, !is_short && n_positions == limit};
  need_memory(static_cast<double>(kv_cache_bytes(config, room.n_positions, 1, Dtype::f32)),
              "the keys and values");
  return room;
}

int lm::threads_for(const Options& options, const Config& config) {
  if (options.threads > 0) return options.threads;
  // Small models lose more by waking threads than they win.
  const double size = 12.0 * config.n_layers * config.hidden_size * config.hidden_size;
  return size < 4e6 ? 1 : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}
