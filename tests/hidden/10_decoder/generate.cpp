#include "generate.hpp"

#include <algorithm>

#include "decoder.hpp"
#include "reference/decoder.hpp"
#include "support/formula_model.hpp"
#include "support/golden.hpp"
#include "support/hand_model.hpp"
#include "support/testing.hpp"
#include "top_k_top_p.hpp"

namespace {

bool go_on(int) { return true; }

lm::Model endless(std::uint64_t seed) {  // no token ends its texts
  auto config = tiny_config();
  config.bos_token_id = -1;
  config.eos_token_ids = {};
  return tiny_model(config, seed);
}

std::vector<int> run(const lm::Model& model, const std::vector<int>& prompt,
                     const lm::GenerateOptions& options, lm::KvCache& cache, lm::Rng& rng) {
  const auto table = tiny_table(model.config, cache.max_seq_len);
  return lm::generate(model, table, prompt, options, cache, rng, go_on);
}

/// What the contract says, step by step, with a new cache for every token.
std::vector<int> drawn(const lm::Model& model, std::vector<int> text,
                       const lm::GenerateOptions& options, lm::Rng& rng) {
  std::vector<int> tokens;
  for (int i = 0; i < options.max_new_tokens; ++i) {
    const int size = static_cast<int>(text.size());
    auto cache = cache_for(model, size);
    const auto logits = lm::decoder(model, text, cache, tiny_table(model.config, size));
    const auto probs = lm::top_k_top_p(lm::temperature_probs(logits, options.temperature),
                                       options.top_k, options.top_p);
    tokens.push_back(lm::draw(probs, lm::random_unit(rng)));
    text.push_back(tokens.back());
  }
  return tokens;
}

}  // namespace

// Known answers from outside: see support/formula_model.hpp. The likeliest token leads by 0.23 or
// more in the first text and by 0.13 in the second, which ends by itself.
TEST_CASE("generate gives llama2.c's tokens", "[generate][hidden]") {
  const auto model = formula_model();
  auto cache = cache_for(model, 24);
  lm::Rng rng{3};
  equals(run(model, kit::llama2c_prompt, {.max_new_tokens = 10}, cache, rng), kit::llama2c_greedy);
  equals(run(model, {1, 7, 12}, {.max_new_tokens = 20}, cache, rng), kit::llama2c_ending);
  equals(lm::cache_length(cache), 12);
}

TEST_CASE("generate agrees with the reference at temperature 0", "[generate][hidden]") {
  const auto model = endless(1);
  auto cache = cache_for(model, 24);
  lm::Rng rng{5};
  for (const std::vector<int>& prompt : {std::vector{3}, std::vector{7, 7, 1, 28}, std::vector{9, 2}}) {
    equals(run(model, prompt, {.max_new_tokens = 12, .top_k = 3, .top_p = 0.1f}, cache, rng),
           reference::greedy(model, prompt, 12));
    equals(lm::cache_length(cache), prompt.size() + 11);
    equals(cache.rows, {static_cast<int>(prompt.size()) + 11, static_cast<int>(prompt.size()) + 11});
  }
  equals(static_cast<double>(rng.state), 5);
}

TEST_CASE("generate draws as the contract says", "[generate][hidden]") {
  const auto model = endless(2);
  lm::GenerateOptions options{.max_new_tokens = 8, .temperature = 0.75f};
  options.top_k = GENERATE(0, 5);
  options.top_p = GENERATE(1.0f, 0.75f);
  auto cache = cache_for(model, 12);
  lm::Rng rng{11}, expected_rng{11};
  equals(run(model, {4, 8}, options, cache, rng), drawn(model, {4, 8}, options, expected_rng));
  equals(run(model, {1}, options, cache, rng), drawn(model, {1}, options, expected_rng));
  equals(std::to_string(rng.state), std::to_string(expected_rng.state));
}

TEST_CASE("generate takes the temperature before the cuts", "[generate][hidden]") {
  const auto model = endless(3);
  const lm::GenerateOptions options{.max_new_tokens = 10, .temperature = 3, .top_p = 0.5f};
  auto cache = cache_for(model, 12);
  lm::Rng rng{21}, expected_rng{21};
  equals(run(model, {4, 8}, options, cache, rng), drawn(model, {4, 8}, options, expected_rng));
}

TEST_CASE("generate says the same for any number of threads", "[generate][hidden]") {
  const auto model = endless(4);
  const std::vector<int> prompt = {5, 17, 2, 28, 0, 11, 3};
  auto cache = cache_for(model, 20);
  lm::Rng rng{1};
  const auto want = run(model, prompt, {.max_new_tokens = 6}, cache, rng);
  for (const int n_threads : {2, 3}) {
    equals(run(model, prompt, {.max_new_tokens = 6, .n_threads = n_threads}, cache, rng), want);
  }
}

TEST_CASE("generate passes the number of threads on", "[generate][hidden]") {
  const auto model = endless(9);
  auto cache = cache_for(model, 4);
  lm::Rng rng{1};
  throws_with("n_threads is 0", [&] {
    run(model, {5}, {.max_new_tokens = 1, .n_threads = 0}, cache, rng);
  });
}

TEST_CASE("generate empties a cache that holds anything", "[generate][hidden]") {
  const auto model = endless(5);
  auto fresh = cache_for(model, 10), used = cache_for(model, 10);
  const auto table = tiny_table(model.config, 10);
  lm::decoder(model, std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, used, table);
  lm::Rng rng{1};
  const std::vector<int> prompt = {6, 5, 4};
  equals(run(model, prompt, {.max_new_tokens = 8}, used, rng),
         run(model, prompt, {.max_new_tokens = 8}, fresh, rng));
  equals(used.rows, {10, 10});
  is_close(used.keys[1].row(9), std::vector<double>(fresh.keys[1].row(9).begin(),
                                                    fresh.keys[1].row(9).end()));
}

TEST_CASE("generate fills the cache and no more", "[generate][hidden]") {
  const auto model = endless(6);
  lm::Rng rng{1};
  const std::vector<int> prompt = {6, 5, 4};
  const auto want = reference::greedy(model, prompt, 9);
  for (const int room : {3, 4, 11}) {
    auto cache = cache_for(model, room);
    const auto got = run(model, prompt, {.max_new_tokens = 100}, cache, rng);
    equals(got.size(), room - 2);
    equals(got.front(), want.front());
    equals(lm::cache_length(cache), room);
  }
  auto cache = cache_for(model, 11);
  equals(run(model, prompt, {.max_new_tokens = 9}, cache, rng), want);
  equals(run(model, prompt, {.max_new_tokens = 0}, cache, rng).size(), 0);
  equals(lm::cache_length(cache), 3);
  equals(run(model, prompt, {.max_new_tokens = 1}, cache, rng), {want[0]});
  equals(lm::cache_length(cache), 3);
}

TEST_CASE("generate stops at any token that ends a text, and at <s>", "[generate][hidden]") {
  auto model = endless(7);
  auto cache = cache_for(model, 12);
  lm::Rng rng{1};
  const auto text = reference::greedy(model, {2, 3}, 8);
  const auto before = [&](int token) {  // the text up to this token
    return std::vector<int>(text.begin(), std::find(text.begin(), text.end(), token));
  };
  model.config.eos_token_ids = {100, text[5], 101};
  equals(run(model, {2, 3}, {.max_new_tokens = 8}, cache, rng), before(text[5]));
  model.config.eos_token_ids = {100};
  model.config.bos_token_id = text[3];
  equals(run(model, {2, 3}, {.max_new_tokens = 8}, cache, rng), before(text[3]));
  model.config.bos_token_id = 2;  // in the prompt it means nothing
  model.config.eos_token_ids = {3};
  equals(run(model, {2, 3}, {.max_new_tokens = 1}, cache, rng).size() <= 1, true);
}

TEST_CASE("generate refuses a prompt that is empty or too long", "[generate][hidden][errors]") {
  const auto model = endless(8);
  auto cache = cache_for(model, 3);
  lm::Rng rng{1};
  throws_with("generate: the prompt has 0 tokens", [&] {
    run(model, {}, {.max_new_tokens = 1}, cache, rng);
  });
  throws_with("the prompt has 4 tokens, at least 1 is needed, and there is room for 3", [&] {
    run(model, {1, 2, 3, 4}, {.max_new_tokens = 1}, cache, rng);
  });
  equals(run(model, {1, 2, 3}, {.max_new_tokens = 5}, cache, rng).size(), 1);
}

// Hugging Face's greedy tokens, and those of the original program (llama2.c) on a trained model.
TEST_CASE("generate gives Hugging Face's greedy tokens", "[generate][conformance]") {
  auto model = kit::golden_tiny_llama();
  if (!model) return;
  model->config.bos_token_id = -1;
  model->config.eos_token_ids = {};
  const auto golden = kit::golden_cases("tiny_llama").front();
  auto cache = cache_for(*model, 27);
  lm::Rng rng{1};
  equals(run(*model, golden.integers("prompt"), {.max_new_tokens = 16}, cache, rng),
         golden.integers("greedy"));
}
TEST_CASE("generate gives the original program's story", "[generate][conformance]") {
  const auto model = kit::golden_stories();
  if (!model) return;
  auto cache = cache_for(*model, 64);
  lm::Rng rng{1};
  for (const std::string name : {"greedy0", "greedy1", "greedy2"}) {
    const auto golden = kit::golden_file("models/stories260K." + name + ".json");
    const auto prompt = golden->integers("prompt_tokens");
    const auto steps = golden->objects("steps");  // one for each position, the prompt's too
    std::vector<int> want;
    for (std::size_t i = prompt.size() - 1; i < 40; ++i) want.push_back(steps[i].integer("next"));
    const int n_new = static_cast<int>(want.size());
    equals(run(*model, prompt, {.max_new_tokens = n_new}, cache, rng), want);
  }
}
