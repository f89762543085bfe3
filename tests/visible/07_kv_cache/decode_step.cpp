#include "decode_step.hpp"

#include "kv_cache.hpp"
#include "support/testing.hpp"

using Pairing = lm::RopePairing;

// Heads of 2, and a quarter turn for each position: (1, 0), (0, 1), (-1, 0), (0, -1).
static const lm::RopeTable quarters = {matrix({{1}, {0}, {-1}, {0}}),
                                       matrix({{0}, {1}, {0}, {-1}})};

// 6 query heads, 2 key/value heads. Token 0 meets one key: its heads 0 to 2 get the first value,
// heads 3 to 5 the second. Token 1 turns by a quarter: its keys (1, 0) and (0, 1) become (0, 1) and
// (-1, 0). s is √2 ln 3. Head 0 asks (s, 0), turned (0, s): scores 0 and ln 3, probs 1/4 and 3/4.
// It gathers 1/4 of (4, 0) and 3/4 of (8, -4). Heads 2 and 5 ask nothing and get the middle.
TEST_CASE("decode_step worked example: two tokens", "[decode_step]") {
  const double s = 1.5536723984;
  const auto k = row({1, 0, 0, 1});
  lm::KvCache cache = lm::make_kv_cache(2, 3, 4);
  is_close(lm::decode_step(row({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}), k, row({4, 0, 8, 4}), 1,
                           cache, quarters, Pairing::interleaved),
           {4, 0, 4, 0, 4, 0, 8, 4, 8, 4, 8, 4});
  is_close(lm::decode_step(row({s, 0, 0, -s, 0, 0, s, 0, 0, s, 0, 0}), k, row({8, -4, 0, 12}), 1,
                           cache, quarters, Pairing::interleaved),
           {7, -3, 5, -1, 6, -2, 6, 6, 2, 10, 4, 8});
  is_close(cache.keys[1].data, {1, 0, 0, 1, 0, 1, -1, 0, 0, 0, 0, 0});
  is_close(cache.values[1].data, {4, 0, 8, 4, 8, -4, 0, 12, 0, 0, 0, 0});
  equals(cache.rows, {0, 2});
}

// A prompt may fill layer 0 before layer 1 begins. Then layer 0 is at position 2, layer 1 at 0. A
// fourth token is refused, in whoever's words, and nothing is written.
TEST_CASE("decode_step counts the tokens of its own layer", "[decode_step]") {
  lm::KvCache cache = lm::make_kv_cache(2, 3, 2);
  for (const float t : {1.0f, 2.0f}) lm::cache_append(cache, 0, row({t, t}), row({t, t}));
  const auto x = row({5, 6});
  const auto step = [&](int layer) {
    lm::decode_step(x, x, x, layer, cache, quarters, Pairing::interleaved);
  };
  step(0);
  step(1);
  throws_with("", [&] { step(0); });
  equals(cache.rows, {3, 1});
  is_close(cache.keys[0].data, {1, 1, 2, 2, -5, -6});
  is_close(cache.keys[1].row(0), {5, 6});
}

// One head of 4, base 10000: at position 1 the planes turn by 1 and by 0.01 radians.
TEST_CASE("decode_step turns the pairs that it is told to turn", "[decode_step]") {
  const lm::RopeTable table = {matrix({{1, 1}, {0.5403023059, 0.9999500004}}),
                               matrix({{0, 0}, {0.8414709848, 0.0099998333}})};
  const auto gathered = [&](Pairing pairing) {
    lm::KvCache cache = lm::make_kv_cache(1, 3, 4);
    lm::cache_append(cache, 0, row({2, 0, 1, -1}), row({1, 0, 2, -1}));
    return lm::decode_step(row({0.5, -1, 1, 0.25}), row({1, 2, 3, 4}), row({0, 3, -1, 1}), 0, cache,
                           table, pairing);
  };
  shows(6, gathered(Pairing::interleaved), {"0.557335", "1.327995", "0.672005", "-0.114670"});
  shows(6, gathered(Pairing::half_split), {"0.188346", "2.434963", "-0.434963", "0.623308"});
}
