#include "kv_cache.hpp"

#include "reference/kv_cache.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

static lm::Vector entries(lm::MatrixView rows) {
  lm::Vector all;
  for (int t = 0; t < rows.rows; ++t) all.insert(all.end(), rows.row(t).begin(), rows.row(t).end());
  return all;
}

/// A token whose numbers are all its own.
static lm::Vector key_of(int layer, int t, int kv_size) {
  return random_row(kv_size, static_cast<std::uint64_t>(1000 * layer + 2 * t + 1));
}
static lm::Vector value_of(int layer, int t, int kv_size) {
  return random_row(kv_size, static_cast<std::uint64_t>(1000 * layer + 2 * t + 2));
}
static void store(lm::KvCache& cache, int layer, int t) {
  lm::cache_append(cache, layer, key_of(layer, t, cache.kv_size),
                   value_of(layer, t, cache.kv_size));
}

TEST_CASE("kv_cache begins empty", "[kv_cache][hidden]") {
  const lm::KvCache cache = lm::make_kv_cache(3, 7, 5);
  equals(lm::cache_length(cache), 0);
  equals(cache.max_seq_len, 7);
  equals(cache.kv_size, 5);
  equals(cache.rows, {0, 0, 0});
  for (int layer = 0; layer < 3; ++layer) {
    const auto [keys, values] = lm::cache_view(cache, layer);
    equals(std::vector{keys.rows, keys.cols, values.rows, values.cols}, {0, 5, 0, 5});
  }
}

// Known answers from outside: llama2.c allocates n_layers * seq_len * kv_dim floats for the keys of
// a model and as many for its values. stories260K: 5 * 512 * 32, stories15M: 6 * 256 * 288. And
// a DynamicCache of Hugging Face's after 11 tokens in one layer with 2 heads of 8.
TEST_CASE("kv_cache has room for what llama2.c has room for", "[kv_cache][hidden]") {
  struct Published {
    int n_layers, max_seq_len, kv_size;
    std::int64_t floats;
  };
  for (const auto& [n_layers, max_seq_len, kv_size, floats] :
       {Published{5, 512, 32, 81920}, Published{6, 256, 288, 442368}, Published{1, 11, 16, 176}}) {
    const lm::KvCache cache = lm::make_kv_cache(n_layers, max_seq_len, kv_size);
    std::size_t keys = 0, values = 0;
    for (const lm::Matrix& layer : cache.keys) keys += layer.data.size();
    for (const lm::Matrix& layer : cache.values) values += layer.data.size();
    equals(keys, floats);
    equals(values, floats);
  }
}

TEST_CASE("kv_cache keeps every layer's rows apart", "[kv_cache][hidden]") {
  const int kv_size = GENERATE(1, 2, 7, 128);
  lm::KvCache cache = lm::make_kv_cache(4, 5, kv_size);
  reference::KvLists want(4);
  for (const int layer : {2, 0, 2, 3, 1, 0, 3, 2, 1}) {
    const int t = cache.rows[lm::to_size(layer)];
    store(cache, layer, t);
    want.append(layer, key_of(layer, t, kv_size), value_of(layer, t, kv_size));
  }
  for (int layer = 0; layer < 4; ++layer) {
    is_close(entries(lm::cache_view(cache, layer).keys), want.keys(layer));
    is_close(entries(lm::cache_view(cache, layer).values), want.values(layer));
  }
}

// Read 3 tokens, forget some, read on: 60 times, as a run that guesses ahead would do.
TEST_CASE("kv_cache agrees with the reference through many rollbacks", "[kv_cache][hidden]") {
  const int n_layers = GENERATE(1, 2, 3), kv_size = 3;
  lm::KvCache cache = lm::make_kv_cache(n_layers, 40, kv_size);
  reference::KvLists want(n_layers);
  std::vector<int> lengths, want_lengths;
  int number = 0;
  for (int turn = 0; turn < 60; ++turn) {
    for (int t = 0; t < 3; ++t, ++number) {
      for (int layer = 0; layer < n_layers; ++layer) {
        store(cache, layer, number);
        want.append(layer, key_of(layer, number, kv_size), value_of(layer, number, kv_size));
      }
    }
    const int n_tokens = turn % 7 == 6 ? 10 : turn % 4;
    lm::cache_rollback(cache, n_tokens);
    want.rollback(n_tokens);
    lengths.push_back(lm::cache_length(cache));
    want_lengths.push_back(want.length());
    for (int layer = 0; layer < n_layers && turn % 10 == 9; ++layer) {
      is_close(entries(lm::cache_view(cache, layer).keys), want.keys(layer));
      is_close(entries(lm::cache_view(cache, layer).values), want.values(layer));
    }
  }
  equals(lengths, want_lengths);
}

TEST_CASE("kv_cache fills to its last place", "[kv_cache][hidden]") {
  const int max_seq_len = GENERATE(1, 2, 65);
  lm::KvCache cache = lm::make_kv_cache(2, max_seq_len, 3);
  reference::KvLists want(1);
  for (int t = 0; t < max_seq_len; ++t) {
    for (const int layer : {0, 1}) store(cache, layer, t);
    want.append(0, key_of(1, t, 3), value_of(1, t, 3));
  }
  equals(lm::cache_length(cache), max_seq_len);
  is_close(entries(lm::cache_view(cache, 1).keys), want.keys(0));
  is_close(entries(lm::cache_view(cache, 1).values), want.values(0));
}

// Layer 0 is full and layer 1 is not.
TEST_CASE("kv_cache is as before when a full layer refuses", "[kv_cache][hidden][errors]") {
  lm::KvCache cache = lm::make_kv_cache(2, 3, 2);
  for (const int t : {0, 1, 2}) store(cache, 0, t);
  for (const int t : {0, 1}) store(cache, 1, t);
  const lm::Vector keys = entries(lm::cache_view(cache, 0).keys);
  const lm::Vector values = entries(lm::cache_view(cache, 0).values);
  const lm::Vector other_keys = entries(lm::cache_view(cache, 1).keys);
  for (int attempt = 0; attempt < 3; ++attempt) {
    throws_with("cache_append", [&] { store(cache, 0, 9); });
  }
  equals(cache.rows, {3, 2});
  equals(lm::cache_length(cache), 2);
  unchanged(keys, entries(lm::cache_view(cache, 0).keys));
  unchanged(values, entries(lm::cache_view(cache, 0).values));
  unchanged(other_keys, entries(lm::cache_view(cache, 1).keys));
}

TEST_CASE("kv_cache takes tokens again after a full one forgot some", "[kv_cache][hidden]") {
  lm::KvCache cache = lm::make_kv_cache(1, 3, 2);
  for (const int t : {0, 1, 2}) store(cache, 0, t);
  lm::cache_rollback(cache, 1);
  store(cache, 0, 7);
  reference::KvLists want(1);
  for (const int t : {0, 1, 7}) want.append(0, key_of(0, t, 2), value_of(0, t, 2));
  is_close(entries(lm::cache_view(cache, 0).keys), want.keys(0));
  is_close(entries(lm::cache_view(cache, 0).values), want.values(0));
}

TEST_CASE("kv_cache forgets a token that some layers miss", "[kv_cache][hidden]") {
  lm::KvCache cache = lm::make_kv_cache(3, 8, 2);
  for (const int t : {0, 1, 2, 3}) {
    for (const int layer : {0, 1, 2}) store(cache, layer, t);
  }
  store(cache, 0, 4);
  store(cache, 1, 4);
  lm::cache_rollback(cache, 1);
  equals(cache.rows, {3, 3, 3});
}

TEST_CASE("kv_cache stays as it is when nothing is to be forgotten", "[kv_cache][hidden]") {
  lm::KvCache cache = lm::make_kv_cache(2, 4, 2);
  lm::cache_rollback(cache, 0);
  equals(lm::cache_length(cache), 0);
  for (const int layer : {0, 1}) store(cache, layer, 0);
  lm::cache_rollback(cache, 0);
  equals(cache.rows, {1, 1});
}

// A rollback that is refused forgets nothing.
TEST_CASE("kv_cache refuses a rollback of more than it holds", "[kv_cache][hidden][errors]") {
  lm::KvCache cache = lm::make_kv_cache(2, 4, 2);
  for (const int t : {0, 1}) {
    for (const int layer : {0, 1}) store(cache, layer, t);
  }
  store(cache, 0,
        2);  // layer 0 has three rows, the cache two tokens
  throws_with("cache_rollback", [&] { lm::cache_rollback(cache, 3); });
  throws_with("cache_rollback", [&] { lm::cache_rollback(cache, -1); });
  equals(cache.rows, {3, 2});
}

// A second cache, and a copy, have rows of their own.
TEST_CASE("kv_cache knows nothing of other caches", "[kv_cache][hidden]") {
  lm::KvCache first = lm::make_kv_cache(1, 4, 2);
  store(first, 0, 0);
  lm::KvCache second = lm::make_kv_cache(1, 4, 2), copy = first;
  store(second, 0, 5);
  store(copy, 0, 6);
  equals(std::vector{lm::cache_length(first), lm::cache_length(second), lm::cache_length(copy)},
         {1, 1, 2});
  unchanged(key_of(0, 0, 2), entries(lm::cache_view(first, 0).keys));
  unchanged(key_of(0, 5, 2), entries(lm::cache_view(second, 0).keys));
}

TEST_CASE("kv_cache shows its own memory", "[kv_cache][hidden]") {
  lm::KvCache cache = lm::make_kv_cache(2, 50, 3);
  store(cache, 1, 0);
  const float* const keys = lm::cache_view(cache, 1).keys.data;
  const float* const values = lm::cache_view(cache, 1).values.data;
  for (int t = 1; t < 50; ++t) store(cache, 1, t);
  equals(lm::cache_view(cache, 1).keys.data == keys, true);
  equals(lm::cache_view(cache, 1).values.data == values, true);
}

TEST_CASE("kv_cache leaves its input unchanged", "[kv_cache][hidden]") {
  lm::KvCache cache = lm::make_kv_cache(1, 4, 3);
  const auto key = row({1, -2, 3}), value = row({0.5, 4, -5});
  auto given_key = key, given_value = value;
  lm::cache_append(cache, 0, given_key, given_value);
  unchanged(key, given_key);
  unchanged(value, given_value);
}

TEST_CASE("kv_cache refuses what does not fit", "[kv_cache][hidden][errors]") {
  throws_with("make_kv_cache", [] { lm::make_kv_cache(0, 4, 2); });
  throws_with("make_kv_cache", [] { lm::make_kv_cache(2, 0, 2); });
  throws_with("make_kv_cache", [] { lm::make_kv_cache(2, 4, -2); });
  lm::KvCache cache = lm::make_kv_cache(2, 4, 2);
  const auto two = row({1, 2}), three = row({1, 2, 3});
  throws_with("cache_append: there is no layer 2", [&] { lm::cache_append(cache, 2, two, two); });
  throws_with("cache_append: there is no layer -1", [&] { lm::cache_append(cache, -1, two, two); });
  throws_with("cache_append: key has 3 values", [&] { lm::cache_append(cache, 0, three, two); });
  throws_with("cache_append: key has 2 values, value 3",
              [&] { lm::cache_append(cache, 0, two, three); });
  throws_with("cache_append", [&] { lm::cache_append(cache, 0, three, three); });
  throws_with("cache_append", [&] { lm::cache_append(cache, 0, {}, {}); });
  throws_with("cache_view", [&] { lm::cache_view(cache, 2); });
  throws_with("cache_view", [&] { lm::cache_view(cache, -1); });
  equals(cache.rows, {0, 0});
}

// The keys and values in Hugging Face's DynamicCache after 11
// tokens, head after head there and token after token here: a head
// is a block of columns.
TEST_CASE("kv_cache agrees with the conformance data", "[kv_cache][conformance]") {
  for (const auto& golden : kit::golden_cases("gqa_kv_cache")) {
    const auto keys = golden.tensor("k_cache"), values = golden.tensor("v_cache");
    const int n_kv_heads = keys.shape[0], n_tokens = keys.shape[1], head_dim = keys.shape[2];
    lm::KvCache cache = lm::make_kv_cache(2, n_tokens, n_kv_heads * head_dim);
    for (int t = 0; t < n_tokens; ++t) {
      lm::Vector key, value;
      for (int head = 0; head < n_kv_heads; ++head) {
        for (const double entry : keys.row(head * n_tokens + t)) {
          key.push_back(static_cast<float>(entry));
        }
        for (const double entry : values.row(head * n_tokens + t)) {
          value.push_back(static_cast<float>(entry));
        }
      }
      for (const int layer : {0, 1}) lm::cache_append(cache, layer, key, value);
    }
    equals(lm::cache_length(cache), n_tokens);
    lm::Vector got_keys, got_values;
    for (int head = 0; head < n_kv_heads; ++head) {
      const auto [stored_keys, stored_values] = lm::cache_view(cache, 1);
      const auto k = entries(stored_keys.columns(head * head_dim, head_dim));
      const auto v = entries(stored_values.columns(head * head_dim, head_dim));
      got_keys.insert(got_keys.end(), k.begin(), k.end());
      got_values.insert(got_values.end(), v.begin(), v.end());
    }
    is_close(got_keys, keys.values);
    is_close(got_values, values.values);
  }
}
