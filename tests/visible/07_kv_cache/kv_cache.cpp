#include "kv_cache.hpp"

#include "support/testing.hpp"

// Stores tokens number first to last: token 7 has the key (7, 70) and the value (-7, 0.7).
static void store(lm::KvCache& cache, int layer, int first, int last) {
  for (int t = first; t <= last; ++t)
    lm::cache_append(cache, layer, row({1.0 * t, 10.0 * t}), row({-1.0 * t, 0.1 * t}));
}
static std::span<const float> entries(lm::MatrixView rows) {  // row after row
  return {rows.data, lm::to_size(rows.rows * rows.cols)};
}

TEST_CASE("kv_cache stores the next row of one layer", "[kv_cache]") {
  lm::KvCache cache = lm::make_kv_cache(3, 4, 2);
  store(cache, 1, 5, 6);
  is_close(entries(lm::cache_view(cache, 1).keys), {5, 50, 6, 60});
  is_close(entries(lm::cache_view(cache, 1).values), {-5, 0.5, -6, 0.6});
  equals(cache.rows, {0, 2, 0});
}

TEST_CASE("kv_cache counts a token once, when its last layer is stored", "[kv_cache]") {
  lm::KvCache cache = lm::make_kv_cache(3, 4, 2);
  std::vector<int> lengths = {lm::cache_length(cache)};
  for (const int layer : {0, 1, 2, 0, 1, 2}) {
    store(cache, layer, 7, 7);
    lengths.push_back(lm::cache_length(cache));
  }
  equals(lengths, {0, 0, 0, 1, 1, 1, 2});
}

// Two tokens in each of two layers are four rows, and still two tokens.
TEST_CASE("kv_cache refuses a token when the layer is full", "[kv_cache][errors]") {
  lm::KvCache cache = lm::make_kv_cache(2, 2, 2);
  for (const int layer : {0, 1}) store(cache, layer, 1, 2);
  for (int i = 0; i < 2; ++i) throws_with("cache_append", [&] { store(cache, 0, 3, 3); });
  equals(cache.rows, {2, 2});
  is_close(entries(lm::cache_view(cache, 0).keys), {1, 10, 2, 20});
}

// Layer 0 has tokens 1 to 5, layer 1 tokens 2 to 6. The last two go, and token 8 takes their place.
TEST_CASE("kv_cache forgets the last tokens in every layer", "[kv_cache]") {
  lm::KvCache cache = lm::make_kv_cache(2, 6, 2);
  for (const int layer : {0, 1}) store(cache, layer, 1 + layer, 5 + layer);
  lm::cache_rollback(cache, 2);
  equals(lm::cache_length(cache), 3);
  store(cache, 0, 8, 8);
  is_close(entries(lm::cache_view(cache, 0).keys), {1, 10, 2, 20, 3, 30, 8, 80});
  is_close(entries(lm::cache_view(cache, 1).values), {-2, 0.2, -3, 0.3, -4, 0.4});
}

// All that is stored, a token that reached layer 0 alone with it. The next one is token 0 again.
TEST_CASE("kv_cache is empty again when all is forgotten", "[kv_cache]") {
  lm::KvCache cache = lm::make_kv_cache(2, 6, 2);
  for (const int layer : {0, 1}) store(cache, layer, 1, 3 - layer);
  lm::cache_rollback(cache, 2);
  store(cache, 0, 9, 9);
  is_close(entries(lm::cache_view(cache, 0).keys), {9, 90});
  for (const int n : {1, -1}) throws_with("cache_rollback", [&] { lm::cache_rollback(cache, n); });
}
