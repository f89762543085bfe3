#include "generate.hpp"

#include "support/hand_model.hpp"
#include "support/testing.hpp"

/// A model that counts: behind token t comes t + 1. <s> is 0, and 6 and 7 end a text.
static lm::Model counting() {
  lm::Matrix embedding(8, 8), head(8, 8);
  for (int t = 0; t < 8; ++t) embedding(t, t) = head((t + 1) % 8, t) = 1;
  auto model = hand_model(embedding, head, 1);
  model.config.bos_token_id = 0;
  model.config.eos_token_ids = {6, 7};
  return model;
}

struct Run {
  std::vector<int> reported, lengths;  // each new token, and how much the cache held just then
  lm::Rng rng{42};
  std::vector<int> operator()(const lm::Model& model, std::vector<int> prompt,
                              lm::GenerateOptions options, lm::KvCache& cache, int last = -1) {
    const auto report = [&](int token) {
      reported.push_back(token);
      lengths.push_back(lm::cache_length(cache));
      return token != last;
    };
    return lm::generate(model, tiny_table(model.config, 9), prompt, options, cache, rng, report);
  }
};

// A prompt of 2 and 3 new tokens need 2 + 3 - 1 places: nobody reads the last one. A second prompt
// starts from an empty cache. Greedy needs no luck: the generator stays where it was.
TEST_CASE("generate continues a prompt, and then another", "[generate]") {
  Run run;
  auto cache = cache_for(counting(), 5);
  equals(run(counting(), {0, 1}, {.max_new_tokens = 3}, cache), {2, 3, 4});
  equals(run(counting(), {0, 4, 2}, {.max_new_tokens = 2}, cache), {3, 4});
  equals(run.reported, {2, 3, 4, 3, 4});
  equals(run.lengths, {2, 3, 4, 3, 4});
  equals(lm::cache_length(cache), 4);
  equals(static_cast<double>(run.rng.state), 42);
}
TEST_CASE("generate stops at the end of a text, when told so, and in a full cache", "[generate]") {
  Run run;
  auto cache = cache_for(counting(), 9), small = cache_for(counting(), 3);
  equals(run(counting(), {3}, {.max_new_tokens = 9}, cache), {4, 5});
  equals(run(counting(), {6}, {.max_new_tokens = 9}, cache).size(), 0);
  equals(run(counting(), {1}, {.max_new_tokens = 9}, cache, 3), {2, 3});
  equals(run(counting(), {0, 1}, {.max_new_tokens = 9}, small), {2, 3});
  equals(run.reported, {4, 5, 2, 3, 2, 3});
}
// All logits are 0: eight tokens of 1/8, or four of 1/4 after either cut. From seed 42 the draws are
// 0.339085, 0.782256, 0.790137, 0.944043: eighth number 2, then 6; quarters number 1, 3, 3, 3.
TEST_CASE("generate draws once for each token, after the cuts", "[generate]") {
  auto even = counting();
  even.weights.lm_head = kit::kept(even.weights, lm::Matrix(8, 8));
  auto cache = cache_for(even, 9);
  equals(Run()(even, {0}, {4, 1.0f, 0, 1.0f}, cache), {2});
  equals(Run()(even, {0}, {4, 1.0f, 4, 1.0f}, cache), {1, 3, 3, 3});
  equals(Run()(even, {0}, {4, 1.0f, 0, 0.5f}, cache), {1, 3, 3, 3});
}
