#include "prefill.hpp"

#include "reference/decoder.hpp"
#include "support/formula_model.hpp"
#include "support/golden.hpp"
#include "support/hand_prompt.hpp"
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

/// The logits behind the last token of each part, and what the cache holds in the end.
struct Parts {
  lm::KvCache cache;
  std::vector<lm::Vector> logits;
};

Parts parts(const lm::Model& model, std::span<const int> tokens, std::vector<int> sizes,
            int n_threads = 1) {
  const int n = static_cast<int>(tokens.size());
  Parts all{cache_for(model, n), {}};
  const auto table = tiny_table(model.config, n);
  int first = 0;
  for (const int size : sizes) {
    lm::Vector logits(static_cast<std::size_t>(model.config.vocab_size), NAN);
    lm::prefill(model, tokens.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(size)),
                all.cache, table, n_threads, logits);
    all.logits.push_back(logits);
    first += size;
  }
  return all;
}

/// The whole text, two halves, token by token: the reference says each of these logits.
void agrees(const lm::Model& model, std::uint64_t seed, int n) {
  const auto tokens = some_tokens(n, model.config.vocab_size, seed);
  const auto want = reference::decoder(model, tokens);
  is_within(a_decoder, parts(model, tokens, {n}, 2).logits[0], want.back());
  const auto halves = parts(model, tokens, {n / 2, n - n / 2});
  is_within(a_decoder, halves.logits[0], want[static_cast<std::size_t>(n / 2 - 1)]);
  is_within(a_decoder, halves.logits[1], want.back());
  const auto one_by_one = parts(model, tokens, std::vector<int>(static_cast<std::size_t>(n), 1));
  for (std::size_t i = 0; i < want.size(); ++i) {
    is_within(a_decoder, one_by_one.logits[i], want[i]);
  }
}
void agrees(const lm::Config& config, std::uint64_t seed, int n) {
  agrees(tiny_model(config, seed), seed, n);
}

void same_rows(const lm::KvCache& got, const lm::KvCache& want) {
  equals(got.rows, want.rows);
  for (std::size_t layer = 0; layer < want.keys.size(); ++layer) {
    const auto& keys = want.keys[layer].data;
    const auto& values = want.values[layer].data;
    is_within(a_decoder, got.keys[layer].data, {keys.begin(), keys.end()});
    is_within(a_decoder, got.values[layer].data, {values.begin(), values.end()});
  }
}

}  // namespace

// Known answers from outside: see support/formula_model.hpp.
TEST_CASE("prefill gives llama2.c's logits", "[prefill][hidden]") {
  const auto model = formula_model();
  for (const std::vector<int>& sizes : {std::vector{1, 2}, std::vector{2, 1}, std::vector{3}}) {
    const auto logits = parts(model, kit::llama2c_prompt, sizes, 2).logits;
    is_within(a_decoder, logits[0], kit::llama2c_logits[static_cast<std::size_t>(sizes[0] - 1)]);
    is_within(a_decoder, logits.back(), kit::llama2c_logits[2]);
  }
}

TEST_CASE("prefill agrees with the reference", "[prefill][hidden]") {
  agrees(tiny_config(), 1, 9);
}
TEST_CASE("prefill agrees with the reference with five layers and a tied head",
          "[prefill][hidden]") {
  auto config = tiny_config();
  config.n_layers = 5;
  config.tie_word_embeddings = true;
  config.rms_norm_eps = 0.25f;
  agrees(config, 2, 5);
}
TEST_CASE("prefill agrees with the reference with one layer and one head", "[prefill][hidden]") {
  auto config = tiny_config();
  config.n_layers = config.n_heads = config.n_kv_heads = 1;
  agrees(config, 3, 4);
}
TEST_CASE("prefill agrees with the reference in the other pairing", "[prefill][hidden]") {
  auto config = tiny_config();
  config.rope_pairing = lm::RopePairing::interleaved;
  agrees(config, 4, 6);
}
TEST_CASE("prefill agrees with the reference with biases and norms of heads",
          "[prefill][hidden]") {
  auto config = tiny_config();
  config.attention_bias = GENERATE(true, false);
  config.qk_norm = true;
  config.rms_norm_eps = 0.25f;
  agrees(config, 5, 11);  // more tokens than k has channels
}
TEST_CASE("prefill agrees with the reference with biases alone", "[prefill][hidden]") {
  auto config = tiny_config();
  config.attention_bias = true;
  agrees(config, 6, 5);
}
TEST_CASE("prefill agrees with the reference for every curve", "[prefill][hidden]") {
  auto config = tiny_config();
  config.hidden_act = GENERATE(lm::Activation::gelu, lm::Activation::gelu_tanh,
                               lm::Activation::sigmoid, lm::Activation::relu);
  agrees(config, 7, 3);
}
// Wider than the blocks in which somebody may cut a product, and no multiple of them.
TEST_CASE("prefill agrees with the reference at larger sizes", "[prefill][hidden]") {
  auto config = tiny_config();
  config.hidden_size = 63;
  config.intermediate_size = 301;
  config.n_heads = 8;
  config.n_kv_heads = 4;
  config.head_dim = 34;
  config.vocab_size = 149;
  config.rope_theta = 500000;
  agrees(config, 8, 4);
}
TEST_CASE("prefill agrees with the reference on a longer text", "[prefill][hidden]") {
  agrees(tiny_config(), 9, 50);
}

// Positions up to 2079. One head, for the reference has no cache.
TEST_CASE("prefill reads a prompt of 2080 tokens", "[prefill][hidden]") {
  auto config = tiny_config();
  config.n_heads = config.n_kv_heads = 1;
  config.hidden_size = 6;
  config.intermediate_size = 3;
  config.vocab_size = 5;
  const auto model = tiny_model(config, 10);
  const auto tokens = some_tokens(2080, 5, 10);
  const auto want = reference::decoder(model, tokens);
  const auto two = parts(model, tokens, {2050, 30}, 2);
  is_within(a_decoder, two.logits[0], want[2049]);
  is_within(a_decoder, two.logits[1], want[2079]);
}

TEST_CASE("prefill may be given a text in any parts", "[prefill][hidden]") {
  const auto model = tiny_model(tiny_config(), 11);
  const auto tokens = some_tokens(16, 29, 11);
  const auto whole = parts(model, tokens, {16});
  const std::vector<double> want(whole.logits[0].begin(), whole.logits[0].end());
  for (const std::vector<int>& sizes :
       {std::vector{7, 9}, std::vector{1, 15}, std::vector{15, 1}, std::vector{3, 5, 8}}) {
    const auto cut = parts(model, tokens, sizes);
    is_within(a_decoder, cut.logits.back(), want);
    same_rows(cut.cache, whole.cache);
  }
}

TEST_CASE("prefill leaves the same bits for any number of threads", "[prefill][hidden]") {
  auto config = tiny_config();
  config.attention_bias = config.qk_norm = true;
  config.intermediate_size = 301;
  const auto model = tiny_model(config, 12);
  const auto tokens = some_tokens(11, 29, 12);
  const auto one = parts(model, tokens, {6, 5}, 1);
  for (const int n_threads : {2, 3, 5, 8}) {
    const auto more = parts(model, tokens, {6, 5}, n_threads);
    for (std::size_t i = 0; i < 2; ++i) {
      equals(more.logits[i], one.logits[i]);
      unchanged(one.cache.keys[i].data, more.cache.keys[i].data);
      unchanged(one.cache.values[i].data, more.cache.values[i].data);
    }
  }
}

// The keys and values of a token hold what it has gathered, so they too must not know the future.
TEST_CASE("prefill lets a future token change nothing before it", "[prefill][hidden]") {
  const auto model = tiny_model(tiny_config(), 13);
  auto tokens = some_tokens(8, 29, 13);
  const auto before = parts(model, tokens, {3, 5});
  tokens[6] = (tokens[6] + 1) % 29;
  const auto after = parts(model, tokens, {3, 5});
  for (std::size_t layer = 0; layer < 2; ++layer) {
    for (int pos = 0; pos < 6; ++pos) {
      const auto was = before.cache.keys[layer].row(pos), is = after.cache.keys[layer].row(pos);
      const auto v_was = before.cache.values[layer].row(pos), v_is = after.cache.values[layer].row(pos);
      unchanged(lm::Vector(was.begin(), was.end()), lm::Vector(is.begin(), is.end()));
      unchanged(lm::Vector(v_was.begin(), v_was.end()), lm::Vector(v_is.begin(), v_is.end()));
    }
  }
}

// A token's score with itself is 300 or -300, with the token before it 0. exp(300) is more than float32
// holds, exp(-300) is 0, and only the difference of scores counts: v is -1, then 1, four times it is
// added to the first channel, and [-3, 1, -1, -1] or [5, 1, 1, -1] is divided by sqrt(3) or sqrt(7).
TEST_CASE("prefill takes scores of any size", "[prefill][hidden]") {
  const auto large = two_tokens(300, std::sqrt(2.0)), small = two_tokens(-300, std::sqrt(2.0));
  auto one = cache_for(large, 2), two = cache_for(small, 2);
  shows(6, read(large, {0, 1}, one), {"-1.732051", "0.577350", "-0.577350", "-0.577350"});
  shows(6, read(small, {0}, two), {"1.889822", "0.377964", "0.377964", "-0.377964"});
}

TEST_CASE("prefill takes the head from the weights", "[prefill][hidden]") {
  auto config = tiny_config();
  config.tie_word_embeddings = true;  // what the weights say counts
  auto model = tiny_model(config, 14);
  const auto owner = tiny_model(tiny_config(), 15);
  model.weights.lm_head = owner.weights.lm_head;
  agrees(model, 14, 4);
}

TEST_CASE("prefill uses the table it is given", "[prefill][hidden]") {
  const auto model = tiny_model(tiny_config(), 16);
  auto scaled = model;
  scaled.config.rope_theta = 500000;
  const std::vector<int> tokens = {5, 6, 7, 8};
  auto cache = cache_for(model, 6);
  lm::Vector logits(29);
  lm::prefill(model, tokens, cache, tiny_table(scaled.config, 6), 2, logits);
  is_within(a_decoder, logits, reference::decoder(scaled, tokens).back());
}

TEST_CASE("prefill writes logits and cache, and nothing else", "[prefill][hidden]") {
  const auto model = tiny_model(tiny_config(), 17);
  const auto embedding = model.weights.token_embedding;
  const lm::Vector before(embedding.data, embedding.data + 290);
  const std::vector<int> tokens = {3, 3, 3}, tokens_before = tokens;
  auto cache = cache_for(model, 5);
  lm::Vector longer(33, 5.0f);
  lm::prefill(model, tokens, cache, tiny_table(model.config, 5), 2, std::span(longer).subspan(2, 29));
  is_within(a_decoder, lm::Vector(longer.begin() + 2, longer.end() - 2),
            reference::decoder(model, tokens).back());
  equals(row({longer[0], longer[1], longer[31], longer[32]}), {5, 5, 5, 5});
  unchanged(before, lm::Vector(embedding.data, embedding.data + 290));
  unchanged(tokens_before, tokens);
  equals(lm::Vector(cache.keys[1].data.begin() + 24, cache.keys[1].data.end()), lm::Vector(16));
}

TEST_CASE("prefill refuses what it cannot read, and stores nothing of it",
          "[prefill][hidden][errors]") {
  const auto model = tiny_model(tiny_config(), 18);
  const auto table = tiny_table(model.config, 8);
  auto cache = cache_for(model, 3);
  const auto run = [&](std::vector<int> tokens, std::size_t size = 29, int n_threads = 1) {
    lm::Vector logits(size);
    lm::prefill(model, tokens, cache, table, n_threads, logits);
  };
  throws_with("prefill", [&] { run({}); });
  throws_with("prefill", [&] { run({1, 2, 3, 4}); });
  throws_with("prefill: token 29 is outside the vocabulary of 29", [&] { run({1, 29}); });
  throws_with("prefill: token -1", [&] { run({-1}); });
  throws_with("prefill: logits has 28 values, 29 are needed", [&] { run({1}, 28); });
  throws_with("prefill: logits has 30 values", [&] { run({1}, 30); });
  throws_with("prefill: n_threads is 0", [&] { run({1}, 29, 0); });
  throws_with("prefill: n_threads is -2", [&] { run({1}, 29, -2); });
  unchanged(std::vector<int>{0, 0}, cache.rows);
  run({1, 28});
  throws_with("prefill", [&] { run({0, 0}); });
  equals(cache.rows, {2, 2});
  run({0});
  throws_with("prefill", [&] { run({0}); });
  equals(cache.rows, {3, 3});
}

// Hugging Face's LlamaForCausalLM in float32; two other implementations agree within 2e-5, so
// float32 itself is what 5e-5 allows for, in logits up to 20.
TEST_CASE("prefill gives Hugging Face's logits", "[prefill][conformance]") {
  const auto model = kit::golden_tiny_llama();
  if (!model) return;
  const auto golden = kit::golden_cases("tiny_llama").front();
  const auto prompt = golden.integers("prompt");
  const auto want = golden.tensor("logits");
  const int n = static_cast<int>(prompt.size());
  for (int first = 1; first < n; ++first) {
    const auto half_split = parts(*model, prompt, {first, n - first}, 2).logits;
    const auto neighbors = parts(interleaved(*model), prompt, {first, n - first}, 2).logits;
    is_within(5e-5, half_split[0], want.row(first - 1));
    is_within(5e-5, half_split[1], want.row(n - 1));
    is_within(5e-5, neighbors[0], want.row(first - 1));
    is_within(5e-5, neighbors[1], want.row(n - 1));
  }
}
