#include "decoder.hpp"

#include "support/hand_model.hpp"
#include "support/testing.hpp"

static lm::Vector run(const lm::Model& model, std::vector<int> tokens, lm::KvCache& cache) {
  return lm::decoder(model, tokens, cache, tiny_table(model.config, cache.max_seq_len));
}

// A block that does nothing. The mean square of [4, -2, 1, 8] is 21.25, its root 4.609772. With the
// gains 3, 1, 0.5, 0.5 the norm is [2.603165, -0.433861, 0.108465, 0.867722]; the head takes its
// first entry, its last, and the sum of the two between.
TEST_CASE("decoder worked example: [4, -2, 1, 8]", "[decoder]") {
  auto model = hand_model(matrix({{1, 2, 3, 4}, {2, -1, 1, 1}, {4, -2, 1, 8}}),
                          matrix({{1, 0, 0, 0}, {0, 0, 0, 1}, {0, 1, 1, 0}}), 1);
  model.weights.final_norm = lm::keep(model.weights, row({3, 1, 0.5, 0.5}));
  auto cache = cache_for(model, 4);
  shows(6, run(model, {2}, cache), {"2.603165", "0.867722", "-0.325396"});
  shows(6, run(model, {1, 2}, cache), {"2.603165", "0.867722", "-0.325396"});
}

/// Layer 0 adds twice the first channel of its norm to the first channel of the stream; layer 1
/// adds sqrt(5) times the first channel of its norm to the second.
static lm::Model two_layers() {
  auto model = hand_model(matrix({{1, 1}, {-1, 1}}), matrix({{1, 0}, {0, 1}, {1, 1}}), 2);
  set_attention(model, 0, matrix({{1, 0}, {0, 1}}), matrix({{2, 0}, {0, 0}}));
  set_attention(model, 1, matrix({{1, 0}, {0, 1}}), matrix({{0, 0}, {std::sqrt(5.0), 0}}));
  return model;
}

// Token 0 is [1, 1], its own norm. Layer 0 makes [3, 1] of it, with the norm [3, 1] / sqrt(5), and
// layer 1 [3, 4], with the norm [0.848528, 1.131371]. Both layers have stored one row.
TEST_CASE("decoder runs every layer with its own weights and its own cache", "[decoder]") {
  const auto model = two_layers();
  auto cache = cache_for(model, 4);
  shows(6, run(model, {0}, cache), {"0.848528", "1.131371", "1.979899"});
  equals(cache.rows, {1, 1});
}

// Token 1 is [-1, 1]. In layer 0 the first channels of both tokens average to 0; in layer 1 to
// (3 / sqrt(5) - 1) / 2 = 0.170820, times sqrt(5) 0.381966. So the last row is [-1, 1.381966].
TEST_CASE("decoder sees the tokens before, in one call or in two", "[decoder]") {
  const auto model = two_layers();
  auto one = cache_for(model, 4), two = cache_for(model, 4);
  shows(6, run(model, {0, 1}, one), {"-0.829051", "1.145720", "0.316669"});
  run(model, {0}, two);
  shows(6, run(model, {1}, two), {"-0.829051", "1.145720", "0.316669"});
  equals(two.rows, {2, 2});
}
