// `kit distance`: how far does the small model exercises/models/keys remember, in texts that are
// longer than any it was trained on, and what does each way of stretching RoPE change? Everything
// that computes is a part of the decoder.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "common/check.hpp"
#include "greedy_and_temperature.hpp"
#include "kernels.hpp"
#include "kv_cache.hpp"
#include "load.hpp"
#include "prefill.hpp"
#include "support/switchboard.hpp"
#include "texts.hpp"
#include "words.hpp"

namespace {

struct Method {
  std::string_view key, name;
  lm::RopeScalingKind kind;
};
constexpr Method methods[] = {{"plain", "plain", lm::RopeScalingKind::none},
                              {"pi", "PI", lm::RopeScalingKind::linear},
                              {"ntk", "NTK-aware", lm::RopeScalingKind::ntk},
                              {"yarn", "YaRN", lm::RopeScalingKind::yarn}};

struct Options {
  std::string model;
  std::vector<int> times = {1, 2, 3, 4};
  int pairs = 200;
  std::uint64_t seed = 20240;
  bool json = false;
};

/// The tokens of words that each are one token; a word's token is looked up once.
class Dictionary {
 public:
  explicit Dictionary(lm::Words words) : words_(std::move(words)) {}

  int token(const std::string& word) {
    if (const auto known = tokens_.find(word); known != tokens_.end()) return known->second;
    const std::vector<int> tokens = words_.encode(word);
    kit::require(tokens.size() == 2, "the model has no token of its own for ", word);
    return tokens_[word] = tokens.back();  // the first is <s>
  }

 private:
  lm::Words words_;
  std::map<std::string, int> tokens_;
};

lm::RopeScaling scaling(const Method& method, int times, int trained_length) {
  lm::RopeScaling scaling;
  scaling.kind = method.kind;
  scaling.factor = times;
  scaling.original_max_seq_len = trained_length;
  scaling.beta_fast = 4.0;  // in 64 tokens no plane turns 32 times, the usual bound
  return scaling;
}

// A pair counts only if both answers are right: who guesses, or sees no fact, gets nothing.
int count_right(const lm::Model& model, Dictionary& dictionary, int length,
                const Options& options) {
  const lm::RopeTable table = lm::make_rope_table(model.config, length);
  kit::keys::Random random(options.seed + static_cast<std::uint64_t>(length));
  lm::Vector logits(lm::to_size(model.config.vocab_size));

  int n_right = 0;
  for (int i = 0; i < options.pairs; ++i) {
    const kit::keys::Pair pair = kit::keys::pair(random, length, length / 2);
    std::vector<int> tokens = {1};
    for (const std::string& word : pair.words) tokens.push_back(dictionary.token(word));

    // What stands before the color is the same in both texts, and read once.
    lm::KvCache cache = lm::make_kv_cache(model.config.n_layers, length, model.config.kv_size());
    const std::size_t place = 1 + pair.place;
    const std::span<const int> before(tokens.data(), place);
    lm::prefill(model, before, cache, table, 1, logits);
    const auto answers = [&](const std::string& color) {
      tokens[place] = dictionary.token(color);
      lm::cache_rollback(cache, lm::cache_length(cache) - static_cast<int>(place));
      lm::prefill(model, std::span<const int>(tokens).subspan(place), cache, table, 1, logits);
      return lm::argmax(logits) == tokens[place];
    };
    const bool first = answers(pair.first);
    const bool second = answers(pair.second);
    n_right += first && second ? 1 : 0;
  }
  return n_right;
}

struct Row {
  int times = 1;
  int length = 0;             // tokens; the fact stands in mid text
  std::vector<double> right;  // the share of pairs, for each method
};

std::vector<Row> measure(lm::Model model, const lm::Words& words, const Options& options) {
  const int trained_length = model.config.max_seq_len;
  Dictionary dictionary(words);
  std::vector<Row> rows;
  for (const int times : options.times) {
    Row row{times, times * trained_length, {}};
    for (const Method& method : methods) {
      model.config.rope_scaling = scaling(method, times, trained_length);
      row.right.push_back(1.0 * count_right(model, dictionary, row.length, options) /
                          options.pairs);
    }
    rows.push_back(row);
  }
  return rows;
}

void print_text(const std::vector<Row>& rows, int trained_length, const Options& options,
                double seconds) {
  fmt::print(
      "Somewhere in a text a key has a color; its last words ask for it. The model was\n"
      "trained on texts of {} tokens, and reads longer ones. Each text has a twin with\n"
      "another color, and a pair counts only if both answers are right: guessing gets\n"
      "0. The fact stands in mid text. Right of {} pairs:\n\n",
      trained_length, options.pairs);
  fmt::print("  text    tokens  from fact to answer");
  for (const Method& method : methods) fmt::print("{:>10}", method.name);
  fmt::print("\n");
  for (const Row& row : rows) {
    fmt::print("  {:<6}  {:>6}  {:>19}", fmt::format("{}x", row.times), row.length, row.length / 2);
    for (const double right : row.right) fmt::print("{:>10.2f}", right);
    fmt::print("\n");
  }
  fmt::print("\n");
  constexpr int full = 50;
  for (std::size_t i = 0; i < std::size(methods); ++i) {
    for (const Row& row : rows) {
      const int n = static_cast<int>(full * row.right[i]);
      std::string bar;
      for (int step = 0; step < full; ++step) bar += step < n ? "█" : "·";
      fmt::print("  {:<9}  {:>3}  {}  {:.2f}\n", &row == &rows.front() ? methods[i].name : "",
                 fmt::format("{}x", row.times), bar, row.right[i]);
    }
  }
  fmt::print(
      "\n"
      "Nothing was trained for this. Position interpolation (PI) is meant to be\n"
      "fine-tuned on long texts, and is shown here without. This is one model of\n"
      "216,256 parameters and one task: from other seeds, the same recipe made models\n"
      "that rank PI, NTK-aware scaling and plain RoPE in other ways (its README.md),\n"
      "so the table proves no more than it shows.\n\n"
      "measured in {:.1f} s\n",
      seconds);
}

void print_json(const std::vector<Row>& rows, int trained_length, const Options& options,
                double seconds) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Row& row : rows) {
    nlohmann::ordered_json line = {
        {"times", row.times}, {"length", row.length}, {"distance", row.length / 2}};
    for (std::size_t i = 0; i < std::size(methods); ++i) {
      line[std::string(methods[i].key)] = row.right[i];
    }
    list.push_back(line);
  }
  const nlohmann::ordered_json document = {{"trained_length", trained_length},
                                           {"pairs", options.pairs},
                                           {"seed", options.seed},
                                           {"rows", list},
                                           {"seconds", seconds}};
  fmt::print("{}\n", document.dump(2));
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int done = 0, unusable_input = 2, not_started = 3;
  Options options;
  CLI::App app("Measures how far a small model remembers beyond its training length.");
  app.name("distance");
  app.add_option("--model", options.model, "the folder exercises/models/keys")->required();
  app.add_option("--times", options.times, "text lengths, in training lengths: 1,2,3,4")
      ->delimiter(',')
      ->check(CLI::Range(1, 64));
  app.add_option("--pairs", options.pairs, "pairs of texts for each figure")
      ->check(CLI::Range(1, 100000));
  app.add_option("--seed", options.seed, "of the texts")->check(CLI::NonNegativeNumber);
  app.add_flag("--json", options.json, "as one JSON document");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? done : unusable_input;
  }
  try {
    kit::plug_parts(argv[0]);
    lm::plug_kernels();
    const lm::Model model = lm::load_model(options.model);
    const lm::Words words = lm::load_words(options.model, "", model.config);
    const auto start = std::chrono::steady_clock::now();
    const std::vector<Row> rows = measure(model, words, options);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    (options.json ? print_json : print_text)(rows, model.config.max_seq_len, options, took.count());
    return done;
  } catch (const kit::NotStarted& error) {
    fmt::print(stderr, "distance: {}\n", error.what());
    return not_started;
  } catch (const std::exception& error) {
    fmt::print(stderr, "distance: {}\n", error.what());
    return unusable_input;
  }
}
