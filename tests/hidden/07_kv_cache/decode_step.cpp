#include "decode_step.hpp"

#include <algorithm>
#include <cmath>

#include "kv_cache.hpp"
#include "reference/decode_step.hpp"
#include "reference/rope_frequencies.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

using Pairing = lm::RopePairing;

static lm::RopeTable table_of(int head_dim, double rope_theta, int n_positions,
                              double stretch = 1) {
  lm::RopeTable table = {lm::Matrix(n_positions, head_dim / 2),
                         lm::Matrix(n_positions, head_dim / 2)};
  const auto frequencies = reference::rope_frequencies(head_dim, rope_theta);
  for (int pos = 0; pos < n_positions; ++pos) {
    std::ranges::copy(reference::rope_cos(frequencies, pos, stretch), table.cos.row(pos).begin());
    std::ranges::copy(reference::rope_sin(frequencies, pos, stretch), table.sin.row(pos).begin());
  }
  return table;
}

/// The projections of a whole text, a row for each token.
struct Text {
  lm::Matrix q, k, v;

  Text(int n_tokens, int q_size, int kv_size, std::uint64_t seed, double size = 1)
      : q(random_matrix(n_tokens, q_size, seed, -size, size)),
        k(random_matrix(n_tokens, kv_size, seed + 1, -size, size)),
        v(random_matrix(n_tokens, kv_size, seed + 2, -2, 2)) {}

  lm::Vector step(int t, int layer, lm::KvCache& cache, const lm::RopeTable& table,
                  Pairing pairing) const {
    return lm::decode_step(q.row(t), k.row(t), v.row(t), layer, cache, table, pairing);
  }
  reference::Result full(int t, int head_dim, double rope_theta, Pairing pairing) const {
    return reference::decode_step(q.row(t), lm::MatrixView(k).first_rows(t + 1),
                                  lm::MatrixView(v).first_rows(t + 1), head_dim, rope_theta,
                                  pairing);
  }
};

static std::vector<double> doubles(std::span<const float> values) {
  return {values.begin(), values.end()};
}

// The worked example with other numbers: heads of 2, position 1 a quarter, one query head on each
// key/value head. Scores 0 and ln 4 make probs 1/5 and 4/5, 0 and -ln 4 make 4/5 and 1/5.
TEST_CASE("decode_step of another second token", "[decode_step][hidden]") {
  const lm::RopeTable quarters = {matrix({{1}, {0}}), matrix({{0}, {1}})};
  const double s = 1.9605162869;  // √2 ln 4
  lm::KvCache cache = lm::make_kv_cache(1, 2, 4);
  lm::decode_step(row({1, 1, 1, 1}), row({2, 0, 0, 0.5}), row({5, 10, -5, 0}), 0, cache, quarters,
                  Pairing::half_split);
  is_close(lm::decode_step(row({s, 0, 0, s / 3}), row({1, 0, 0, -3}), row({10, 0, 5, 5}), 0, cache,
                           quarters, Pairing::half_split),
           {9, 2, -3, 1});
  is_close(lm::cache_view(cache, 0).keys.row(1), {0, 1, 3, 0});
}

// With a cache or without one, token by token: the reference has no cache and turns every key anew.
TEST_CASE("decode_step gives what a full pass gives", "[decode_step][hidden]") {
  struct Heads {
    int n_heads, n_kv_heads, head_dim;
  };
  const auto [n_heads, n_kv_heads, head_dim] =
      GENERATE(Heads{6, 2, 4}, Heads{8, 2, 6}, Heads{4, 1, 8}, Heads{3, 3, 2}, Heads{12, 3, 16},
               Heads{1, 1, 10}, Heads{32, 8, 128});
  const auto pairing = GENERATE(Pairing::interleaved, Pairing::half_split);
  const int n_tokens = 9, n_layers = 2;
  const auto table = table_of(head_dim, 500000, n_tokens);
  lm::KvCache cache = lm::make_kv_cache(n_layers, n_tokens, n_kv_heads * head_dim);
  const Text texts[] = {Text(n_tokens, n_heads * head_dim, n_kv_heads * head_dim, 71),
                        Text(n_tokens, n_heads * head_dim, n_kv_heads * head_dim, 74)};
  for (int t = 0; t < n_tokens; ++t) {
    for (const int layer : {0, 1}) {
      is_close(texts[layer].step(t, layer, cache, table, pairing),
               texts[layer].full(t, head_dim, 500000, pairing));
    }
  }
  equals(lm::cache_length(cache), n_tokens);
}

TEST_CASE("decode_step stores keys turned and values as they are", "[decode_step][hidden]") {
  const auto pairing = GENERATE(Pairing::interleaved, Pairing::half_split);
  const Text text(6, 24, 8, 77);
  const auto table = table_of(4, 10000, 8);
  lm::KvCache cache = lm::make_kv_cache(3, 7, 8);
  for (int t = 0; t < 6; ++t) text.step(t, 1, cache, table, pairing);
  equals(cache.rows, {0, 6, 0});
  for (int t = 0; t < 6; ++t) {
    is_close(cache.keys[1].row(t), reference::turned_key(text.k.row(t), t, 4, 10000, pairing));
    is_close(cache.values[1].row(t), doubles(text.v.row(t)));
  }
}

// 2300 tokens, one head of 8. The first key was stored long ago and is where it was.
TEST_CASE("decode_step is right at late positions", "[decode_step][hidden]") {
  const int n_tokens = 2300;
  const Text text(n_tokens, 8, 8, 81, 3);
  const auto table = table_of(8, 10000, n_tokens);
  lm::KvCache cache = lm::make_kv_cache(1, n_tokens, 8);
  lm::Vector last;
  for (int t = 0; t < n_tokens; ++t) last = text.step(t, 0, cache, table, Pairing::half_split);
  is_close(last, text.full(n_tokens - 1, 8, 10000, Pairing::half_split));
}

// Queries and keys of size 40: scores of thousands, and one key takes all.
TEST_CASE("decode_step stands large scores", "[decode_step][hidden]") {
  const Text text(5, 12, 4, 84, 40);
  const auto table = table_of(4, 10000, 5);
  lm::KvCache cache = lm::make_kv_cache(1, 5, 4);
  for (int t = 0; t < 5; ++t) {
    is_close(text.step(t, 0, cache, table, Pairing::interleaved),
             text.full(t, 4, 10000, Pairing::interleaved));
  }
}

// What a cache holds beyond its rows is nobody's business: here it is NaN.
TEST_CASE("decode_step sees the stored rows alone", "[decode_step][hidden]") {
  const Text text(3, 12, 4, 87);
  const auto table = table_of(4, 10000, 9);
  lm::KvCache cache = lm::make_kv_cache(1, 9, 4);
  for (float& entry : cache.keys[0].data) entry = NAN;
  for (float& entry : cache.values[0].data) entry = NAN;
  for (int t = 0; t < 3; ++t) {
    is_close(text.step(t, 0, cache, table, Pairing::interleaved),
             text.full(t, 4, 10000, Pairing::interleaved));
  }
}

// Tokens 3 and 4 were a wrong guess. Another token 3 gives what it gives without them.
TEST_CASE("decode_step goes on after a rollback", "[decode_step][hidden]") {
  const Text text(5, 12, 4, 90);
  const auto table = table_of(4, 10000, 6);
  lm::KvCache cache = lm::make_kv_cache(1, 6, 4);
  for (int t = 0; t < 5; ++t) text.step(t, 0, cache, table, Pairing::interleaved);
  lm::cache_rollback(cache, 2);
  is_close(text.step(3, 0, cache, table, Pairing::interleaved),
           text.full(3, 4, 10000, Pairing::interleaved));
  equals(cache.rows, {4});
}

// YaRN's table is stretched: q and k both take it.
TEST_CASE("decode_step takes a stretched table as it is", "[decode_step][hidden]") {
  Text text(4, 12, 4, 93);
  const auto table = table_of(4, 10000, 4, 1.25);
  lm::KvCache cache = lm::make_kv_cache(1, 4, 4);
  lm::Vector last;
  for (int t = 0; t < 4; ++t) last = text.step(t, 0, cache, table, Pairing::half_split);
  for (float& entry : text.q.data) entry *= 1.25f;
  for (float& entry : text.k.data) entry *= 1.25f;
  is_close(last, text.full(3, 4, 10000, Pairing::half_split));
}

// Known answers from outside: causal attention of three tokens in one head of 8, torch in float64.
// A table without a turn leaves it alone.
TEST_CASE("decode_step gives torch's values", "[decode_step][hidden]") {
  lm::RopeTable still = {lm::Matrix(3, 4), lm::Matrix(3, 4)};
  for (float& entry : still.cos.data) entry = 1;
  lm::KvCache cache = lm::make_kv_cache(1, 3, 8);
  const auto step = [&](const lm::Vector& q, const lm::Vector& k, const lm::Vector& v) {
    return lm::decode_step(q, k, v, 0, cache, still, Pairing::half_split);
  };
  is_close(step(row({0.970703125, 0.888671875, 0.6103515625, -0.1904296875, 0.56640625,
                     -1.314453125, -0.990234375, -1.2646484375}),
                row({-0.2421875, 1.138671875, -0.5654296875, 0.06640625, 1.15625, -0.9365234375,
                     1.0205078125, -0.3505859375}),
                row({-0.044921875, -0.75, 1.400390625, 1.1708984375, -1.3798828125, -0.9599609375,
                     -1.7958984375, -0.9921875})),
           {-0.044921875, -0.75, 1.400390625, 1.1708984375, -1.3798828125, -0.9599609375,
            -1.7958984375, -0.9921875});
  is_close(step(row({1.248046875, -2.37890625, -0.4736328125, -1.3798828125, 0.30078125,
                     -2.6552734375, 1.373046875, -0.04296875}),
                row({-1.126953125, 0.931640625, 0.4169921875, 0.388671875, 0.619140625, 0.392578125,
                     0.09765625, -0.5537109375}),
                row({0.052734375, -0.693359375, -1.236328125, 0.103515625, 1.91015625,
                     -0.9833984375, -1.2744140625, 1.1826171875})),
           {-0.0359237302, -0.744781076, 1.15744072, 1.07254872, -1.07673532, -0.962120492,
            -1.74784834, -0.791798816});
  is_close(step(row({-0.7685546875, -0.298828125, 1.3046875, 0.6494140625, -0.900390625,
                     0.1376953125, 0.3212890625, -0.0654296875}),
                row({-0.1337890625, -1.068359375, 0.20703125, -1.017578125, -1.25, -0.904296875,
                     0.1484375, 0.6923828125}),
                row({0.095703125, 0.5517578125, -0.15234375, 1.205078125, -0.009765625, -0.75390625,
                     -0.85546875, -1.560546875})),
           {0.0550318223, -0.173795824, -0.345246779, 0.74571594, 0.557324545, -0.882102006,
            -1.18166617, -0.337684544});
}

// Known answers from outside: what Meta's model and Hugging Face's make of a key at position 1.
TEST_CASE("decode_step stores the keys that Meta and Hugging Face store", "[decode_step][hidden]") {
  const auto table = table_of(8, 10000, 2);
  const auto stored = [&](const lm::Vector& k, Pairing pairing) {
    lm::KvCache cache = lm::make_kv_cache(1, 2, 8);
    lm::cache_append(cache, 0, row({1, 2, 3, 4, 5, 6, 7, 8}), row({1, 2, 3, 4, 5, 6, 7, 8}));
    lm::decode_step(k, k, k, 0, cache, table, pairing);
    return lm::Vector(cache.keys[0].row(1).begin(), cache.keys[0].row(1).end());
  };
  is_close(stored(row({0.296875, 2.26074219, 0.328125, -1.66210938, 1.62890625, -0.264648438,
                       -1.50585938, -0.046875}),
                  Pairing::interleaved),
           {-1.7419467, 1.47129583, 0.492419839, -1.62104785, 1.63147128, -0.248346418, -1.50581181,
            -0.0483808368});
  is_close(stored(row({-0.548828125, -0.326171875, -0.625, 1.26757812, -0.403320312, 0.446289062,
                       -1.53222656, 0.938476562}),
                  Pairing::half_split),
           {0.0428492129, -0.369096935, -0.609646738, 1.26663899, -0.679737806, 0.411496639,
            -1.53839982, 0.939743638});
}

TEST_CASE("decode_step leaves its inputs unchanged", "[decode_step][hidden]") {
  const Text text(2, 12, 4, 96);
  const Text before = text;
  const auto table = table_of(4, 10000, 3);
  const auto cos_before = table.cos.data, sin_before = table.sin.data;
  lm::KvCache cache = lm::make_kv_cache(1, 3, 4);
  for (int t = 0; t < 2; ++t) text.step(t, 0, cache, table, Pairing::half_split);
  unchanged(before.q.data, text.q.data);
  unchanged(before.k.data, text.k.data);
  unchanged(before.v.data, text.v.data);
  unchanged(cos_before, table.cos.data);
  unchanged(sin_before, table.sin.data);
}

// Every refusal leaves the one stored row as it was.
TEST_CASE("decode_step refuses what does not fit", "[decode_step][hidden][errors]") {
  const auto table = table_of(2, 10000, 5);
  const auto four = row({1, 2, 3, 4}), six = row({1, 2, 3, 4, 5, 6});
  lm::KvCache cache = lm::make_kv_cache(2, 9, 4);
  lm::cache_append(cache, 0, four, four);
  const lm::KvCache before = cache;
  const auto refuses = [&](const lm::Vector& q, const lm::Vector& k, const lm::Vector& v, int layer,
                           const lm::RopeTable& angles) {
    throws_with("", [&] { lm::decode_step(q, k, v, layer, cache, angles, Pairing::interleaved); });
    unchanged(before.rows, cache.rows);
    for (const std::size_t other : {0, 1}) {
      unchanged(before.keys[other].data, cache.keys[other].data);
      unchanged(before.values[other].data, cache.values[other].data);
    }
  };
  refuses(six, four, four, 0, table);          // 3 query heads cannot share 2
  refuses(row({1, 2}), four, four, 0, table);  // 1 query head on 2
  refuses({}, four, four, 0, table);           // no query head
  refuses(row({1, 2, 3, 4, 5}), four, four, 0, table);
  refuses(four, six, four, 0, table);
  refuses(four, four, six, 0, table);
  refuses(four, six, six, 0, table);
  refuses(four, row({1, 2}), row({1, 2}), 0, table);
  refuses(four, {}, {}, 0, table);
  refuses(four, four, four, 2, table);
  refuses(four, four, four, -1, table);
  refuses(four, four, four, 0, table_of(2, 10000, 1));  // position 1 is beyond one row
  refuses(six, four, four, 0, table_of(6, 10000, 5));   // heads of 6 do not make 4
  refuses(four, four, four, 0, lm::RopeTable{});
}

TEST_CASE("decode_step refuses a token for which there is no place",
          "[decode_step][hidden][errors]") {
  const Text text(7, 12, 4, 99);
  const auto table = table_of(4, 10000, 9);
  lm::KvCache cache = lm::make_kv_cache(1, 5, 4);
  for (int t = 0; t < 5; ++t) text.step(t, 0, cache, table, Pairing::half_split);
  const lm::KvCache before = cache;
  for (const int t : {5, 6}) {
    throws_with("", [&] { text.step(t, 0, cache, table, Pairing::half_split); });
    unchanged(before.rows, cache.rows);
    unchanged(before.keys[0].data, cache.keys[0].data);
    unchanged(before.values[0].data, cache.values[0].data);
  }
}

// Hugging Face's LlamaAttention with a DynamicCache, in float32 (1e-5): a prompt of 6, then 5
// steps.
TEST_CASE("decode_step agrees with the conformance data", "[decode_step][conformance]") {
  for (const auto& golden : kit::golden_cases("gqa_kv_cache")) {
    const auto x = golden.tensor("x").matrix();
    const auto keys = golden.tensor("k_cache"), values = golden.tensor("v_cache");
    const int n_kv_heads = golden.integer("kv_heads"), head_dim = golden.integer("head_dim");
    const int n_tokens = x.rows, prompt_len = golden.integer("prefill");
    const auto table = table_of(head_dim, golden.number("theta"), n_tokens);
    const auto times = [](const lm::Matrix& weight, std::span<const float> in) {
      lm::Vector out;
      for (int i = 0; i < weight.rows; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < in.size(); ++j) sum += double{weight.row(i)[j]} * double{in[j]};
        out.push_back(static_cast<float>(sum));
      }
      return out;
    };
    const auto wq = golden.tensor("wq").matrix(), wk = golden.tensor("wk").matrix(),
               wv = golden.tensor("wv").matrix(), wo = golden.tensor("wo").matrix();
    const auto theirs = [&](const kit::GoldenTensor& all, int t) {  // one token's row
      std::vector<double> row;
      for (int head = 0; head < n_kv_heads; ++head) {
        const auto part = all.row(head * n_tokens + t);
        row.insert(row.end(), part.begin(), part.end());
      }
      return row;
    };

    // All 11 tokens from the beginning in layer 0; in layer 1 Hugging Face has read the prompt.
    lm::KvCache cache = lm::make_kv_cache(2, n_tokens, n_kv_heads * head_dim);
    for (int t = 0; t < n_tokens; ++t) {
      const auto step = [&](int layer) {
        return times(wo,
                     lm::decode_step(times(wq, x.row(t)), times(wk, x.row(t)), times(wv, x.row(t)),
                                     layer, cache, table, Pairing::half_split));
      };
      is_within(1e-5, step(0), golden.tensor("out").row(t));
      is_within(1e-5, cache.keys[0].row(t), theirs(keys, t));
      is_within(1e-5, cache.values[0].row(t), theirs(values, t));
      if (t >= prompt_len) {
        is_within(1e-5, step(1), golden.tensor("out").row(t));
      } else {
        const auto key = theirs(keys, t), value = theirs(values, t);
        lm::cache_append(cache, 1, lm::Vector(key.begin(), key.end()),
                         lm::Vector(value.begin(), value.end()));
      }
    }
  }
}
