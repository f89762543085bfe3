#include "top_k_top_p.hpp"

#include <cmath>
#include <numeric>

#include "reference/top_k_top_p.hpp"
#include "support/testing.hpp"

/// A distribution as a model makes it: a few likely tokens, a long tail.
static lm::Vector distribution(int vocab_size, std::uint64_t seed) {
  lm::Vector probs = random_row(vocab_size, seed, -6, 6);
  double sum = 0;
  for (float& prob : probs) sum += prob = std::exp(prob);
  for (float& prob : probs) prob = static_cast<float>(prob / sum);
  return probs;
}

static std::vector<int> kept(const lm::Vector& probs) {
  std::vector<int> tokens;
  for (std::size_t i = 0; i < probs.size(); ++i) {
    if (probs[i] > 0) tokens.push_back(static_cast<int>(i));
  }
  return tokens;
}

TEST_CASE("top_k_top_p of [0.09, 0.5, 0.41] keeps each token at its index",
          "[top_k_top_p][hidden]") {
  const auto probs = row({0.09, 0.5, 0.41});
  is_close(lm::top_k_top_p(probs, 0, 0.9f), {0, 0.5494505495, 0.4505494505});
  is_close(lm::top_k_top_p(probs, 0, 0.5f), {0, 1, 0});
  is_close(lm::top_k_top_p(probs, 0, 0.92f), {0.09, 0.5, 0.41});
  is_close(lm::top_k_top_p(probs, 1, 0.92f), {0, 1, 0});
}

// Known answers from outside. Hugging Face's tests of TopPLogitsWarper (transformers,
// test_logits_process.py), top_p 0.8 there; what is kept is divided by its sum here. Then the
// examples of three reports: rasbt/reasoning-from-scratch #164 (the token that crosses top_p),
// huggingface/transformers #18976 (a sum equal to top_p), Lightning-AI/litgpt PR #729 (ties).
TEST_CASE("top_k_top_p keeps what Hugging Face's tests keep", "[top_k_top_p][hidden]") {
  is_close(lm::top_k_top_p(row({0.3, 0.1, 0.1, 0.5}), 0, 0.79999f), {0.375, 0, 0, 0.625});
  is_close(lm::top_k_top_p(row({0.15, 0.3, 0.3, 0.25}), 0, 0.8f), {0, 6.0 / 17, 6.0 / 17, 5.0 / 17});
}
TEST_CASE("top_k_top_p keeps what published reports expect", "[top_k_top_p][hidden]") {
  equals(kept(lm::top_k_top_p(row({0.5, 0.3, 0.15, 0.05}), 0, 0.6f)), {0, 1});
  equals(kept(lm::top_k_top_p(row({0.5, 0.25, 0.125, 0.125}), 0, 0.75f)), {0, 1});
  equals(kept(lm::top_k_top_p(row({0.5465, 0.2010, 0.2010, 0.0515}), 2, 1.0f)), {0, 1});
}

TEST_CASE("top_k_top_p agrees with the reference at real sizes", "[top_k_top_p][hidden]") {
  const int vocab_size = GENERATE(1, 2, 63, 490, 1000);
  const int top_k = GENERATE(0, 1, 7, 40);
  const float top_p = GENERATE(0.05f, 0.5f, 0.9f, 0.97f, 1.0f);
  const auto probs = distribution(vocab_size, 3);
  is_close(lm::top_k_top_p(probs, top_k, top_p),
           reference::top_k_top_p(probs, top_k, double{top_p}));
}

TEST_CASE("top_k_top_p returns a distribution of exactly k tokens", "[top_k_top_p][hidden]") {
  const int top_k = GENERATE(1, 2, 63, 999, 1000);
  const auto cut = lm::top_k_top_p(distribution(1000, 4), top_k, 1.0f);
  equals(kept(cut).size(), top_k);
  is_close(std::accumulate(cut.begin(), cut.end(), 0.0), 1);
}

TEST_CASE("top_k_top_p keeps exactly k of equals", "[top_k_top_p][hidden]") {
  const lm::Vector equal(64, 1.0f / 64);
  for (const int top_k : {1, 2, 31, 63}) {
    std::vector<int> first(static_cast<std::size_t>(top_k));
    std::iota(first.begin(), first.end(), 0);
    equals(kept(lm::top_k_top_p(equal, top_k, 1.0f)), first);
  }
  equals(kept(lm::top_k_top_p(equal, 0, 0.0625f)), {0, 1, 2, 3});
  equals(kept(lm::top_k_top_p(equal, 4, 0.5f)), {0, 1});
  equals(kept(lm::top_k_top_p(row({0.125, 0.25, 0.125, 0.25, 0.25}), 4, 1.0f)), {0, 1, 3, 4});
}

TEST_CASE("top_k_top_p returns probs itself if nothing is cut", "[top_k_top_p][hidden]") {
  auto probs = distribution(77, 5);
  const auto before = probs;
  equals(lm::top_k_top_p(probs, 0, 1.0f), before);
  equals(lm::top_k_top_p(probs, 0, 1.5f), before);
  equals(lm::top_k_top_p(probs, 1000000, 2.0f), before);
  equals(lm::top_k_top_p(probs, 77, 1.0f), before);
  lm::top_k_top_p(probs, 3, 0.5f);
  unchanged(before, probs);
}
TEST_CASE("top_k_top_p keeps a token without rival", "[top_k_top_p][hidden]") {
  is_close(lm::top_k_top_p(row({1}), 0, 0.1f), {1});
  is_close(lm::top_k_top_p(row({1}), 5, 0.9f), {1});
  is_close(lm::top_k_top_p(row({0, 1, 0}), 2, 0.9f), {0, 1, 0});
  is_close(lm::top_k_top_p(row({0.25, 0.75}), 0, 1e-30f), {0, 1});
}

// 0 / 0 would be a NaN for every token, and nobody would notice before the draw.
TEST_CASE("top_k_top_p refuses a cut of nothing but zeros", "[top_k_top_p][hidden][errors]") {
  throws_with("top_k_top_p", [] { lm::top_k_top_p(row({0, 0, 0}), 2, 1.0f); });
  throws_with("top_k_top_p", [] { lm::top_k_top_p(row({0, 0, 0}), 0, 0.5f); });
  throws_with("top_k_top_p", [] { lm::top_k_top_p(row({0}), 1, 0.5f); });
  equals(lm::top_k_top_p(row({0, 0, 0}), 0, 1.0f), {0, 0, 0});
  equals(lm::top_k_top_p(row({0, 0, 0}), 3, 1.0f), {0, 0, 0});
}

TEST_CASE("top_k_top_p refuses bad input", "[top_k_top_p][hidden][errors]") {
  throws_with("top_k_top_p: 0 probabilities", [] { lm::top_k_top_p({}, 1, 0.5f); });
  throws_with("top_k -1", [] { lm::top_k_top_p(row({1}), -1, 0.5f); });
  throws_with("top_p 0", [] { lm::top_k_top_p(row({0.5, 0.5}), 0, 0.0f); });
  throws_with("top_p -0.5", [] { lm::top_k_top_p(row({1}), 0, -0.5f); });
  throws_with("top_p", [] { lm::top_k_top_p(row({0.5, 0.5}), 1, NAN); });
}
