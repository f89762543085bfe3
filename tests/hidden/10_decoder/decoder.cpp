#include "decoder.hpp"

#include <algorithm>

#include "reference/decoder.hpp"
#include "support/formula_model.hpp"
#include "support/golden.hpp"
#include "support/hand_model.hpp"
#include "support/testing.hpp"

namespace {

// Float32 through a whole decoder: errors of a few 1e-6 in entries about 1 to 20, while the mildest
// mistake is off by more than 1e-2.
constexpr double a_decoder = 2e-4;

std::vector<int> some_tokens(int n, int vocab_size, std::uint64_t seed) {
  std::vector<int> tokens;
  for (const float x : random_row(n, seed, 0, vocab_size)) tokens.push_back(static_cast<int>(x));
  return tokens;
}

/// Token by token, all logits.
std::vector<lm::Vector> one_by_one(const lm::Model& model, const std::vector<int>& tokens) {
  const int n = static_cast<int>(tokens.size());
  auto cache = cache_for(model, n);
  const auto table = tiny_table(model.config, n);
  std::vector<lm::Vector> logits;
  for (const int token : tokens) logits.push_back(lm::decoder(model, {&token, 1}, cache, table));
  return logits;
}

void agrees(const lm::Config& config, std::uint64_t seed, int n_tokens) {
  const auto model = tiny_model(config, seed);
  const auto tokens = some_tokens(n_tokens, config.vocab_size, seed);
  const auto want = reference::decoder(model, tokens);
  const auto got = one_by_one(model, tokens);
  for (std::size_t i = 0; i < want.size(); ++i) is_within(a_decoder, got[i], want[i]);
  auto cache = cache_for(model, n_tokens);
  is_within(a_decoder, lm::decoder(model, tokens, cache, tiny_table(config, n_tokens)), want.back());
}

}  // namespace

// Known answers from outside: see support/formula_model.hpp. Four layers, all different.
TEST_CASE("decoder gives llama2.c's logits", "[decoder][hidden]") {
  const auto logits = one_by_one(formula_model(), kit::llama2c_prompt);
  for (std::size_t i = 0; i < logits.size(); ++i) {
    is_within(a_decoder, logits[i], kit::llama2c_logits[i]);
  }
}

TEST_CASE("decoder agrees with the reference", "[decoder][hidden]") {
  agrees(tiny_config(), 1, 9);
}
TEST_CASE("decoder agrees with the reference with five layers and a tied head",
          "[decoder][hidden]") {
  auto config = tiny_config();
  config.n_layers = 5;
  config.tie_word_embeddings = true;
  config.rms_norm_eps = 0.25f;
  agrees(config, 2, 5);
}
TEST_CASE("decoder agrees with the reference with one layer and one head", "[decoder][hidden]") {
  auto config = tiny_config();
  config.n_layers = config.n_heads = config.n_kv_heads = 1;
  config.rope_pairing = lm::RopePairing::interleaved;
  agrees(config, 3, 4);
}
TEST_CASE("decoder agrees with the reference on a longer text", "[decoder][hidden]") {
  agrees(tiny_config(), 4, 50);
}

TEST_CASE("decoder says the same in both pairings once the rows are permuted",
          "[decoder][hidden]") {
  const auto model = tiny_model(tiny_config(), 5);
  const auto tokens = some_tokens(8, 29, 5);
  const auto want = one_by_one(model, tokens), got = one_by_one(interleaved(model), tokens);
  for (std::size_t i = 0; i < want.size(); ++i) {
    is_within(a_decoder, got[i], std::vector<double>(want[i].begin(), want[i].end()));
  }
}

TEST_CASE("decoder may be given a text in any parts", "[decoder][hidden]") {
  const auto model = tiny_model(tiny_config(), 6);
  const auto tokens = some_tokens(9, 29, 6);
  const auto table = tiny_table(model.config, 9);
  auto whole = cache_for(model, 9);
  const auto want = lm::decoder(model, tokens, whole, table);
  for (const std::size_t first : {1, 3, 8}) {
    auto cache = cache_for(model, 9);
    const std::span<const int> all = tokens;
    lm::decoder(model, all.first(first), cache, table);
    equals(lm::cache_length(cache), first);
    equals(lm::decoder(model, all.subspan(first), cache, table), want);
    equals(cache.rows, {9, 9});
    unchanged(whole.keys[1].data, cache.keys[1].data);
    unchanged(whole.values[0].data, cache.values[0].data);
  }
}

TEST_CASE("decoder lets a future token change nothing before it", "[decoder][hidden]") {
  const auto model = tiny_model(tiny_config(), 7);
  auto tokens = some_tokens(6, 29, 7);
  const auto before = one_by_one(model, tokens);
  tokens[4] = (tokens[4] + 1) % 29;
  const auto after = one_by_one(model, tokens);
  for (std::size_t i = 0; i < 4; ++i) equals(after[i], before[i]);
}

TEST_CASE("decoder takes the head from the weights", "[decoder][hidden]") {
  auto config = tiny_config();
  config.tie_word_embeddings = true;  // what the weights say counts
  auto model = tiny_model(config, 8);
  const auto owner = tiny_model(tiny_config(), 9);
  model.weights.lm_head = owner.weights.lm_head;
  const std::vector<int> tokens = {3, 1, 4};
  is_within(a_decoder, one_by_one(model, tokens).back(), reference::decoder(model, tokens).back());
}

TEST_CASE("decoder leaves a model and its tokens unchanged", "[decoder][hidden]") {
  const auto model = tiny_model(tiny_config(), 10);
  const auto row_before = model.weights.token_embedding.row(3);
  const lm::Vector before(row_before.begin(), row_before.end());
  one_by_one(model, {3, 3, 3});
  const auto row_after = model.weights.token_embedding.row(3);
  unchanged(before, lm::Vector(row_after.begin(), row_after.end()));
}

TEST_CASE("decoder uses the table it is given", "[decoder][hidden]") {
  const auto model = tiny_model(tiny_config(), 11);
  auto scaled = model;
  scaled.config.rope_theta = 500000;
  const std::vector<int> tokens = {5, 6, 7, 8};
  auto cache = cache_for(model, 4);
  is_within(a_decoder, lm::decoder(model, tokens, cache, tiny_table(scaled.config, 4)),
            reference::decoder(scaled, tokens).back());
}

TEST_CASE("decoder refuses what it cannot read", "[decoder][hidden][errors]") {
  const auto model = tiny_model(tiny_config(), 12);
  const auto table = tiny_table(model.config, 8);
  auto cache = cache_for(model, 3);
  const auto run = [&](std::vector<int> tokens) { lm::decoder(model, tokens, cache, table); };
  throws_with("decoder: 0 tokens", [&] { run({}); });
  throws_with("decoder: 4 tokens came, at least 1 is needed, and there is room for 3",
              [&] { run({1, 2, 3, 4}); });
  throws_with("decoder: token 29 is outside the vocabulary of 29", [&] { run({1, 29}); });
  throws_with("decoder: token -1", [&] { run({-1}); });
  unchanged(std::vector<int>{0, 0}, cache.rows);
  run({1, 28});
  throws_with("room for 1", [&] { run({0, 0}); });
  run({0});
  throws_with("room for 0", [&] { run({0}); });
}

// Hugging Face's LlamaForCausalLM in float32; two other implementations agree within 2e-5, so
// float32 itself is what 5e-5 allows for, in logits up to 20.
TEST_CASE("decoder gives Hugging Face's logits", "[decoder][conformance]") {
  const auto model = kit::golden_tiny_llama();
  if (!model) return;
  const auto golden = kit::golden_cases("tiny_llama").front();
  const auto prompt = golden.integers("prompt");
  const auto want = golden.tensor("logits");
  const auto half_split = one_by_one(*model, prompt);
  const auto neighbors = one_by_one(interleaved(*model), prompt);
  for (std::size_t i = 0; i < prompt.size(); ++i) {
    is_within(5e-5, half_split[i], want.row(static_cast<int>(i)));
    is_within(5e-5, neighbors[i], want.row(static_cast<int>(i)));
  }
}
TEST_CASE("decoder gives Hugging Face's greedy tokens", "[decoder][conformance]") {
  const auto model = kit::golden_tiny_llama();
  if (!model) return;
  const auto golden = kit::golden_cases("tiny_llama").front();
  const auto prompt = golden.integers("prompt");
  auto cache = cache_for(*model, 32);
  const auto table = tiny_table(model->config, 32);
  auto logits = lm::decoder(*model, prompt, cache, table);
  std::vector<int> tokens;
  for (int i = 0; i < 16; ++i) {
    const auto best = std::max_element(logits.begin(), logits.end());
    const int token = static_cast<int>(best - logits.begin());
    tokens.push_back(token);
    logits = lm::decoder(*model, std::vector<int>{token % 64}, cache, table);
  }
  equals(tokens, golden.integers("greedy"));
}
// The original program (llama2.c) on a trained model, reading its own first words again.
TEST_CASE("decoder follows the original program on a trained model", "[decoder][conformance]") {
  const auto model = kit::golden_stories();
  if (!model) return;
  const std::vector<int> tokens = {1, 403, 407, 261, 378, 432, 383, 286, 261, 376, 298, 315};
  std::vector<int> next;
  for (const auto& logits : one_by_one(*model, tokens)) {
    next.push_back(static_cast<int>(std::max_element(logits.begin(), logits.end()) - logits.begin()));
  }
  equals(next, {403, 407, 261, 378, 432, 383, 286, 261, 376, 298, 315, 421});
}
