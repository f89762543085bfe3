// The decoder as a program: reads a model, continues a prompt. Everything that computes is an
// exercise; this file only says what happens when. The text goes to standard output, all else to
// standard error.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <new>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <thread>

#include "common/check.hpp"
#include "common/families.hpp"
#include "files.hpp"
#include "generate.hpp"
#include "kernels.hpp"
#include "kv_cache_bytes.hpp"
#include "load.hpp"
#include "prefill.hpp"
#include "printer.hpp"
#include "support/switchboard.hpp"
#include "watch.hpp"
#include "words.hpp"

namespace {

constexpr int done = 0;
constexpr int unusable_input = 2;
constexpr int not_started = 3;
constexpr int interrupted = 75;

struct Options {
  std::string prompt;
  std::string prompt_file;
  std::string model;
  std::string tokenizer;
  std::string pairing;
  std::string rope_scaling;
  std::string weights = "f32";
  std::vector<std::string> stops;
  double rope_factor = 1.0;
  float temperature = 0.8f;
  float top_p = 0.95f;
  int top_k = 0;
  std::uint64_t seed = 0;
  int steps = 0;
  int new_tokens = 0;
  int threads = 0;
  bool no_prefill = false;
  int n_likely = 0;
  bool ids = false;
  bool json = false;
};

// The first Ctrl-C ends the text after the current token, a second one ends the program; before the
// text there is nothing to end but the program.
volatile std::sig_atomic_t is_writing = 0;
volatile std::sig_atomic_t stop_wanted = 0;

void on_interrupt(int) {
  if (is_writing == 0) _exit(interrupted);
  stop_wanted = 1;
  std::signal(SIGINT, SIG_DFL);
}

struct Interrupted {};

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// One line on a terminal that is written over, and gone when the work is done.
template <class... Values>
void show_progress(fmt::format_string<Values...> words, Values&&... values) {
  static const bool is_terminal = isatty(STDERR_FILENO) == 1;
  if (!is_terminal) return;
  fmt::print(stderr, "\r\033[K{}", fmt::format(words, std::forward<Values>(values)...));
  std::fflush(stderr);
}

// Loading is one call of a part: somebody else has to look how far it is.
lm::Model load_visibly(const std::string& path) {
  const std::jthread watcher([](std::stop_token over) {
    for (int n = 0; !over.stop_requested(); ++n) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (n % 10 == 9) show_progress("loading: {:.1f} GiB", lm::kept_bytes() / 0x1p30);
    }
    show_progress("");
  });
  return lm::load_model(path);
}

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

std::string read_prompt(const Options& options) {
  std::string text = options.prompt;
  const std::string& path = options.prompt_file;
  if (text == "-" || path == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else if (!path.empty()) {
    std::ifstream file(path, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(file), {});
    kit::require(!file.bad() && file.is_open(), "cannot read the prompt from ", path);
  } else {
    return text;
  }
  if (text.ends_with('\n')) text.pop_back();  // an editor's, not the writer's
  return text;
}

// How far one run may go.
struct Room {
  int n_positions = 0;  // a token's place in the cache each
  int n_new = 0;        // tokens; the last one is not read
  bool is_context = false;  // it is the model's own end, not somebody's wish
};

Room room_for(const Options& options, const lm::Config& config, int n_prompt) {
  int limit = config.max_seq_len;
  if (config.sliding_window > 0) limit = std::min(limit, config.sliding_window);
  kit::require(options.steps <= limit, "--steps is ", options.steps,
               ", the model has positions for ", limit);
  const int n_positions = options.steps > 0 ? options.steps : std::min(limit, 2048);
  const int most_new = n_positions - n_prompt + 1;
  kit::require(most_new >= 1, "the prompt has ", n_prompt, " tokens, there is room for ",
               n_positions);
  const bool is_short = options.new_tokens > 0 && options.new_tokens < most_new;
  const int n_new = is_short ? options.new_tokens : most_new;
  return {n_prompt + n_new - 1, n_new, !is_short && n_positions == limit};
}

// The logarithm of a token's probability, as the logits have it before temperature and cuts.
double logprob(std::span<const float> logits, int token) {
  const float largest = *std::ranges::max_element(logits);
  double sum = 0.0;
  for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - largest);
  return logits[lm::to_size(token)] - largest - std::log(sum);
}

// What was written, for people who want more than the text.
struct Report {
  std::vector<int> prompt;
  std::vector<int> tokens;
  std::vector<double> logprobs;
  nlohmann::json likely = nlohmann::json::array();  // of every new token, its likeliest rivals too
  std::string ended_by;
  double load = 0.0;         // seconds, all of them
  double first_token = 0.0;  // since the start of the program
  double reading = 0.0;      // of the prompt
  double writing = 0.0;      // of all new tokens but the first, which belongs to the prompt

  double tokens_per_second() const {
    return tokens.size() < 2 ? 0.0 : static_cast<double>(tokens.size() - 1) / writing;
  }

  void add(std::span<const float> logits, int token, int n_likely) {
    logprobs.push_back(logprob(logits, token));
    std::vector<int> best(logits.size());
    std::iota(best.begin(), best.end(), 0);
    const int n = std::min<int>(n_likely, static_cast<int>(logits.size()));
    std::ranges::partial_sort(best, best.begin() + n, [&](int a, int b) {
      return logits[lm::to_size(a)] > logits[lm::to_size(b)];
    });
    nlohmann::json list = nlohmann::json::array();
    for (int i = 0; i < n; ++i) {
      const int other = best[lm::to_size(i)];
      list.push_back({{"id", other}, {"logprob", logprob(logits, other)}});
    }
    likely.push_back(list);
  }

  std::string json(const std::string& text, std::uint64_t seed) const {
    const double per_second = reading > 0.0 ? static_cast<double>(prompt.size()) / reading : 0.0;
    nlohmann::json document = {{"text", text},
                               {"prompt_tokens", prompt},
                               {"new_tokens", tokens},
                               {"logprobs", logprobs},
                               {"ended_by", ended_by},
                               {"interrupted", ended_by == "interrupt"},
                               {"seed", seed},
                               {"seconds_to_load", load},
                               {"seconds_to_first_token", first_token},
                               {"prompt_tokens_per_second", per_second},
                               {"tokens_per_second", tokens_per_second()}};
    if (!likely.empty() && !likely[0].empty()) document["likely"] = likely;
    return document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
  }
};

int run(const Options& options) {
  const Clock since_start;
  lm::Model model = load_visibly(options.model);
  apply(options, model);
  const lm::Config& config = model.config;
  const lm::Words words = options.ids
                              ? lm::ids_as_words(config)
                              : lm::load_words(options.model, options.tokenizer, config);
  Report report;
  report.prompt = words.encode(read_prompt(options));
  const int n_prompt = static_cast<int>(report.prompt.size());
  const Room room = room_for(options, config, n_prompt);
  const std::int64_t cache_bytes =
      lm::kv_cache_bytes(config, room.n_positions, 1, lm::Dtype::f32);
  lm::need_memory(static_cast<double>(cache_bytes), "the keys and values");

  const int n_threads = options.threads > 0 ? options.threads : default_threads(config);
  lm::use_kernels(model, options.weights, n_threads);
  const lm::RopeTable table = lm::make_rope_table(config, room.n_positions);
  lm::KvCache cache = lm::make_kv_cache(config.n_layers, room.n_positions, config.kv_size());
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  const std::uint64_t seed =
      options.seed > 0 ? options.seed : 1 + static_cast<std::uint64_t>(now) % 1'000'000;
  lm::Rng rng{.state = seed};
  report.load = since_start.seconds();
  fmt::print(stderr,
             "loaded in {:.2f} s; {} positions, {:.2f} MiB of keys and values, {} thread{}\n",
             report.load, room.n_positions, lm::to_gib(cache_bytes) * 1024.0, n_threads,
             n_threads == 1 ? "" : "s");

  lm::Printer printer(options.json ? nullptr : stdout, options.stops);
  int previous = config.bos_token_id;
  const auto text_of = [&](int token) {
    const std::string text = words.decode(previous, token);
    previous = token;
    return text;
  };
  std::string prompt_text;
  for (const int token : report.prompt) prompt_text += text_of(token);
  printer.prompt(prompt_text);

  lm::Vector last_logits;
  lm::watch_parts({.on_read =
                       [&](int n_read, int n_tokens) {
                         if (stop_wanted != 0) throw Interrupted{};
                         if (n_read < n_tokens) {
                           show_progress("reading the prompt: {} of {} tokens", n_read, n_tokens);
                         } else if (n_tokens > 256) {
                           show_progress("");
                         }
                       },
                   .on_logits =
                       [&](std::span<const float> logits) {
                         if (options.json) last_logits.assign(logits.begin(), logits.end());
                       }});

  lm::GenerateOptions how;
  how.max_new_tokens = room.n_new;
  how.temperature = options.temperature;
  how.top_k = options.top_k;
  how.top_p = options.top_p;
  how.n_threads = n_threads;
  is_writing = 1;
  const Clock since_reading;
  Clock since_writing;
  bool stop_seen = false;
  try {
    lm::generate(model, table, report.prompt, how, cache, rng, [&](int token) {
      if (report.tokens.empty()) {
        report.first_token = since_start.seconds();
        report.reading = since_reading.seconds();
        since_writing = {};
      }
      report.tokens.push_back(token);
      report.writing = since_writing.seconds();
      if (options.json) report.add(last_logits, token, options.n_likely);
      stop_seen = !printer.add(text_of(token));
      return !stop_seen && stop_wanted == 0;
    });
  } catch (const Interrupted&) {
    show_progress("");
  }
  printer.finish();

  const bool is_full = std::ssize(report.tokens) == room.n_new;
  report.ended_by = stop_seen          ? "stop"
                    : stop_wanted != 0 ? "interrupt"
                    : !is_full         ? "end of text"
                    : room.is_context  ? "context"
                                       : "length";
  if (report.ended_by == "context") {
    fmt::print(stderr, "the context is full: this model has {} positions\n", room.n_positions);
  }
  fmt::print(stderr,
             "{} prompt tokens, {} new ones; the first after {:.2f} s, then {:.1f} tokens/s"
             " (seed {})\n",
             n_prompt, report.tokens.size(), report.first_token, report.tokens_per_second(),
             options.temperature == 0.0f ? "not needed" : std::to_string(seed));
  if (options.json) fmt::print("{}\n", report.json(printer.text(), seed));
  return stop_wanted != 0 ? interrupted : done;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Continues a text with a LLaMA-style model.");
  app.name("./kit run");
  auto* const prompt = app.add_option("prompt", options.prompt, "the text to continue; -: from stdin");
  app.add_option("--prompt-file", options.prompt_file, "read it from this file")->excludes(prompt);
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
    return app.exit(error) == 0 ? done : unusable_input;
  }

  std::signal(SIGINT, on_interrupt);
  try {
    kit::plug_parts(argv[0]);  // whose code answers for each contract: yours, or the model's
    lm::plug_kernels();
    if (options.no_prefill) kit::answer<&lm::prefill>(&lm::read_token_by_token);
    return run(options);
  } catch (const kit::NotStarted& error) {
    fmt::print(stderr, "decoder: {}\n", error.what());
    return not_started;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "decoder: there is not enough memory for this model\n");
    return unusable_input;
  } catch (const std::exception& error) {
    fmt::print(stderr, "decoder: {}\n", error.what());
    return unusable_input;
  }
}
