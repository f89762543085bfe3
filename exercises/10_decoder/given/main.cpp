// The decoder as a program: reads a model, continues a prompt. Everything that computes is an
// exercise; this file only says what happens when. The text goes to standard output, all else to
// standard error.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "common/check.hpp"
#include "common/families.hpp"
#include "generate.hpp"
#include "grouped_query.hpp"
#include "kernels.hpp"
#include "kv_cache_bytes.hpp"
#include "linear.hpp"
#include "load.hpp"
#include "prefill.hpp"
#include "support/switchboard.hpp"

namespace {

constexpr int done = 0;
constexpr int unusable_input = 2;
constexpr int not_started = 3;
constexpr int interrupted = 75;

struct Options {
  std::string prompt;
  std::string model;
  std::string tokenizer;
  std::string pairing;
  std::string rope_scaling;
  std::string weights = "f32";
  double rope_factor = 1.0;
  float temperature = 0.8f;
  float top_p = 0.95f;
  int top_k = 0;
  std::uint64_t seed = 0;
  int steps = 0;
  int new_tokens = 0;
  int threads = 0;
  bool no_prefill = false;
  bool json = false;
};

volatile std::sig_atomic_t stop_wanted = 0;

// The first Ctrl-C ends the text after the current token, a second one ends the program.
void on_interrupt(int) {
  stop_wanted = 1;
  std::signal(SIGINT, SIG_DFL);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Prints a text as its bytes come in, but never half of a character.
class Printer {
 public:
  explicit Printer(bool quiet) : quiet_(quiet) {}

  void add(const std::string& bytes) {
    text_ += bytes;
    show(shown_ + lm::whole_characters(std::string_view(text_).substr(shown_)));
  }
  void finish() {
    show(text_.size());
    if (!quiet_) std::fputs("\n", stdout);
  }
  const std::string& text() const { return text_; }

 private:
  void show(std::size_t end) {
    if (!quiet_) {
      std::fwrite(text_.data() + shown_, 1, end - shown_, stdout);
      std::fflush(stdout);
    }
    shown_ = end;
  }

  bool quiet_;
  std::string text_;
  std::size_t shown_ = 0;
};

// Small models lose more by waking threads than they win.
int default_threads(const lm::Config& config) {
  const double size = 12.0 * config.n_layers * config.hidden_size * config.hidden_size;
  return size < 4e6 ? 1 : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

void apply(const Options& options, lm::Model& model) {
  lm::Config& config = model.config;
  if (!options.pairing.empty()) {
    const bool interleaved = options.pairing == "interleaved";
    lm::change_pairing(model,
                       interleaved ? lm::RopePairing::interleaved : lm::RopePairing::half_split);
  }
  if (!options.rope_scaling.empty()) {
    lm::RopeScaling& scaling = config.rope_scaling;
    scaling = {};
    scaling.kind = lm::rope_scaling_named(options.rope_scaling);
    scaling.factor = options.rope_factor;
    scaling.original_max_seq_len = config.max_seq_len;
    config.max_seq_len = static_cast<int>(config.max_seq_len * options.rope_factor);
  }
}

int run(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  lm::Model model = lm::load_model(options.model);
  apply(options, model);
  const lm::Config& config = model.config;
  const lm::Tokenizer tokenizer =
      lm::load_tokenizer(options.model, options.tokenizer, config.vocab_size);
  const std::vector<int> prompt = lm::encode(tokenizer, options.prompt);

  // Places for the prompt and the new tokens but the last, which nobody reads.
  int n_positions = options.steps > 0 ? options.steps : std::min(config.max_seq_len, 2048);
  if (config.sliding_window > 0) n_positions = std::min(n_positions, config.sliding_window);
  const int n_prompt = static_cast<int>(prompt.size());
  const int most_new = n_positions - n_prompt + 1;
  const int n_new = options.new_tokens > 0 ? std::min(options.new_tokens, most_new) : most_new;
  kit::require(n_positions <= config.max_seq_len, "--steps is ", n_positions,
               ", the model has positions for ", config.max_seq_len);
  kit::require(n_new >= 1, "the prompt has ", n_prompt, " tokens, there is room for ", n_positions);
  const int capacity = n_prompt + n_new - 1;

  const int n_threads = options.threads > 0 ? options.threads : default_threads(config);
  lm::use_kernels(model, options.weights, n_threads);
  const lm::RopeTable table = lm::make_rope_table(config, capacity);
  lm::KvCache cache = lm::make_kv_cache(config.n_layers, capacity, config.kv_size());
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  const std::uint64_t seed =
      options.seed > 0 ? options.seed : 1 + static_cast<std::uint64_t>(now) % 1'000'000;
  lm::Rng rng{.state = seed};
  const std::int64_t cache_bytes = lm::kv_cache_bytes(config, capacity, 1, lm::Dtype::f32);
  fmt::print(stderr,
             "loaded in {:.2f} s; {} positions, {:.2f} MiB of keys and values, {} threads\n",
             seconds_since(start), capacity, lm::to_gib(cache_bytes) * 1024.0, n_threads);

  Printer printer(options.json);
  int previous = prompt.front();
  for (const int token : std::span(prompt).subspan(1)) {
    printer.add(lm::decode(tokenizer, previous, token));
    previous = token;
  }

  lm::GenerateOptions how;
  how.max_new_tokens = n_new;
  how.temperature = options.temperature;
  how.top_k = options.top_k;
  how.top_p = options.top_p;
  how.n_threads = n_threads;
  const auto reading = std::chrono::steady_clock::now();
  auto writing = reading;
  double first_token = 0.0;
  const std::vector<int> tokens =
      lm::generate(model, table, prompt, how, cache, rng, [&](int token) {
        if (first_token == 0.0) {
          first_token = seconds_since(start);
          writing = std::chrono::steady_clock::now();
        }
        printer.add(lm::decode(tokenizer, previous, token));
        previous = token;
        return stop_wanted == 0;
      });
  printer.finish();

  // The first new token belongs to the prompt: time what came after it.
  const double tokens_per_second =
      tokens.size() < 2 ? 0.0 : static_cast<double>(tokens.size() - 1) / seconds_since(writing);
  fmt::print(stderr,
             "{} prompt tokens, {} new ones; the first after {:.2f} s, then {:.1f} tokens/s"
             " (seed {})\n",
             n_prompt, tokens.size(), first_token, tokens_per_second,
             options.temperature == 0.0f ? "not needed" : std::to_string(seed));
  if (options.json) {
    const nlohmann::json document = {{"text", printer.text()},
                                     {"prompt_tokens", prompt},
                                     {"new_tokens", tokens},
                                     {"seconds_to_first_token", first_token},
                                     {"tokens_per_second", tokens_per_second},
                                     {"interrupted", stop_wanted != 0}};
    using Handler = nlohmann::json::error_handler_t;
    fmt::print("{}\n", document.dump(2, ' ', false, Handler::replace));
  }
  return stop_wanted != 0 ? interrupted : done;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Continues a text with a LLaMA-style model.");
  app.add_option("prompt", options.prompt, "the text to continue");
  app.add_option("--model", options.model, "a folder (config.json, model.safetensors) or a .bin")
      ->required();
  app.add_option("--tokenizer", options.tokenizer, "tokenizer.bin, if not beside the model");
  app.add_option("--temperature", options.temperature, "0: always the most likely token")
      ->check(CLI::Range(0.0, 1000.0));
  app.add_option("--top-p", options.top_p, "keep the likely tokens up to this sum; 1: all")
      ->check(CLI::Range(0.000001, 1.0));
  app.add_option("--top-k", options.top_k, "keep so many likely tokens; 0: all")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--seed", options.seed, "0: another one each time")->check(CLI::NonNegativeNumber);
  app.add_option("--steps", options.steps, "at most so many positions, the prompt included")
      ->check(CLI::PositiveNumber);
  app.add_option("--new", options.new_tokens, "at most so many new tokens")
      ->check(CLI::PositiveNumber);
  app.add_option("--threads", options.threads, "0: as many as pay")->check(CLI::NonNegativeNumber);
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
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? done : unusable_input;
  }

  std::signal(SIGINT, on_interrupt);
  try {
    kit::plug_parts(argv[0]);  // whose code answers for each contract: yours, or the model's
    if (kit::is_replaced("linear")) kit::answer<&lm::linear>(&lm::replaced_linear);
    if (kit::is_replaced("grouped_query")) {
      kit::answer<&lm::grouped_query>(&lm::replaced_grouped_query);
    }
    if (options.no_prefill) kit::answer<&lm::prefill>(&lm::read_token_by_token);
    return run(options);
  } catch (const kit::NotStarted& error) {
    fmt::print(stderr, "decoder: {}\n", error.what());
    return not_started;
  } catch (const std::exception& error) {
    fmt::print(stderr, "decoder: {}\n", error.what());
    return unusable_input;
  }
}
