#include "sliding_window.hpp"

#include <algorithm>
#include <cmath>

#include "reference/decode_step.hpp"
#include "reference/rope_frequencies.hpp"
#include "reference/rope_interleaved.hpp"
#include "reference/sliding_window.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

static lm::WindowCache ring(int window, int kv_size) {
  return {0, lm::Matrix(window, kv_size), lm::Matrix(window, kv_size)};
}

static lm::RopeTable table_of(int head_dim, double rope_theta, int n_positions) {
  lm::RopeTable table = {lm::Matrix(n_positions, head_dim / 2),
                         lm::Matrix(n_positions, head_dim / 2)};
  const auto frequencies = reference::rope_frequencies(head_dim, rope_theta);
  for (int pos = 0; pos < n_positions; ++pos) {
    std::ranges::copy(reference::rope_cos(frequencies, pos, 1), table.cos.row(pos).begin());
    std::ranges::copy(reference::rope_sin(frequencies, pos, 1), table.sin.row(pos).begin());
  }
  return table;
}

static lm::RopeTable still_table(int head_dim, int n_positions) {
  lm::RopeTable table = {lm::Matrix(n_positions, head_dim / 2),
                         lm::Matrix(n_positions, head_dim / 2)};
  for (float& entry : table.cos.data) entry = 1;
  return table;
}

/// The projections of a whole text, a row for each token.
struct Text {
  lm::Matrix q, k, v;

  Text(int n_tokens, int q_size, int kv_size, std::uint64_t seed, double size = 1)
      : q(random_matrix(n_tokens, q_size, seed, -size, size)),
        k(random_matrix(n_tokens, kv_size, seed + 1, -size, size)),
        v(random_matrix(n_tokens, kv_size, seed + 2, -2, 2)) {}

  lm::Vector step(int t, lm::WindowCache& cache, const lm::RopeTable& table) const {
    return lm::sliding_window(q.row(t), k.row(t), v.row(t), cache, table);
  }
};

// Known answers from outside: Mistral-7B's config has sliding_window 4096, Gemma-2's the same, and
// Hugging Face's mask for both lets query i see the keys j with i - 4096 < j <= i. In Figure 1 of
// the Mistral paper the window is 3.
TEST_CASE("sliding_window shows what Mistral's window shows", "[sliding_window][hidden]") {
  for (const auto& [pos, first] : {std::pair{0, 0}, {4095, 0}, {4096, 1}, {5000, 905}}) {
    const auto seen = lm::window_positions(pos, 4096);
    equals(seen.size(), pos - first + 1);
    equals(seen.empty() ? -1 : seen.front(), first);
    equals(seen.empty() ? -1 : seen.back(), pos);
  }
  equals(lm::window_positions(4, 3), {2, 3, 4});
  equals(lm::window_positions(1, 3), {0, 1});
}

TEST_CASE("sliding_window lists positions as the reference does", "[sliding_window][hidden]") {
  for (int window = 1; window <= 9; ++window) {
    for (int pos = 0; pos <= 20; ++pos) {
      equals(lm::window_positions(pos, window), reference::window_positions(pos, window));
    }
  }
}

TEST_CASE("sliding_window agrees with the reference over many wraps", "[sliding_window][hidden]") {
  struct Heads {
    int n_heads, n_kv_heads, head_dim;
  };
  const auto [n_heads, n_kv_heads, head_dim] =
      GENERATE(Heads{6, 2, 4}, Heads{8, 2, 6}, Heads{4, 1, 8}, Heads{3, 3, 2}, Heads{12, 3, 16});
  const int window = GENERATE(1, 2, 5, 7);
  const int n_tokens = 19, kv_size = n_kv_heads * head_dim;
  const Text text(n_tokens, n_heads * head_dim, kv_size, 101);
  const auto table = table_of(head_dim, 500000, n_tokens);
  lm::WindowCache cache = ring(window, kv_size);
  for (int t = 0; t < n_tokens; ++t) {
    is_close(text.step(t, cache, table),
             reference::sliding_window(text.q.row(t), lm::MatrixView(text.k).first_rows(t + 1),
                                       lm::MatrixView(text.v).first_rows(t + 1), window, head_dim,
                                       500000));
  }
  equals(cache.n_seen, n_tokens);
}

// As long as nothing is overwritten, a window is nothing but a cache.
TEST_CASE("sliding_window equals full attention before the ring wraps",
          "[sliding_window][hidden]") {
  const Text text(8, 12, 4, 104);
  const auto table = table_of(4, 10000, 8);
  lm::WindowCache cache = ring(8, 4);
  for (int t = 0; t < 8; ++t) {
    is_close(text.step(t, cache, table),
             reference::decode_step(text.q.row(t), lm::MatrixView(text.k).first_rows(t + 1),
                                    lm::MatrixView(text.v).first_rows(t + 1), 4, 10000,
                                    lm::RopePairing::interleaved));
  }
}

TEST_CASE("sliding_window keeps position p in row p % window", "[sliding_window][hidden]") {
  const Text text(11, 12, 4, 107);
  const auto table = table_of(2, 10000, 11);
  lm::WindowCache cache = ring(4, 4);
  for (int t = 0; t < 11; ++t) {
    text.step(t, cache, table);
    equals(cache.n_seen, t + 1);
    equals(std::vector{cache.keys.rows, cache.keys.cols, cache.values.rows, cache.values.cols},
           {4, 4, 4, 4});
  }
  for (const int t : {7, 8, 9, 10}) {
    is_close(cache.keys.row(t % 4), reference::rope_interleaved(text.k.row(t), t, 2, 10000));
    const auto v = text.v.row(t);
    is_close(cache.values.row(t % 4), std::vector<double>(v.begin(), v.end()));
  }
}

// Positions beyond 2000, where only the last 6 tokens count.
TEST_CASE("sliding_window counts all tokens ever seen", "[sliding_window][hidden]") {
  const int n_tokens = 2300;
  const Text text(n_tokens, 8, 8, 110, 3);
  const auto table = table_of(8, 10000, n_tokens);
  lm::WindowCache cache = ring(6, 8);
  lm::Vector last;
  for (int t = 0; t < n_tokens; ++t) last = text.step(t, cache, table);
  is_close(last, reference::sliding_window(text.q.row(n_tokens - 1), text.k, text.v, 6, 8, 10000));
  equals(cache.n_seen, 2300);
}

// Rows that hold no token yet are nobody's business: here they are NaN.
TEST_CASE("sliding_window sees stored rows alone", "[sliding_window][hidden]") {
  const Text text(3, 12, 4, 113);
  const auto table = table_of(4, 10000, 9);
  lm::WindowCache cache = ring(5, 4);
  for (float& entry : cache.keys.data) entry = NAN;
  for (float& entry : cache.values.data) entry = NAN;
  for (int t = 0; t < 3; ++t) {
    is_close(text.step(t, cache, table),
             reference::sliding_window(text.q.row(t), lm::MatrixView(text.k).first_rows(t + 1),
                                       lm::MatrixView(text.v).first_rows(t + 1), 5, 4, 10000));
  }
}

// Token 0 is huge. When it leaves the window it is gone: nothing of it is left in a sum.
TEST_CASE("sliding_window forgets what leaves the window", "[sliding_window][hidden]") {
  Text text(9, 4, 4, 116), other = text;
  for (float& entry : text.k.row(0)) entry *= 1000;
  for (float& entry : text.v.row(0)) entry *= 1e6f;
  const auto table = table_of(4, 10000, 9);
  lm::WindowCache cache = ring(3, 4), other_cache = ring(3, 4);
  for (int t = 0; t < 9; ++t) {
    const auto got = text.step(t, cache, table), want = other.step(t, other_cache, table);
    if (t >= 3) unchanged(want, got);
  }
}

// Known answers from outside: torch's attention in float64, two heads of 4, one query on five keys.
// Two tokens come before them and are overwritten; the table turns nothing.
TEST_CASE("sliding_window gives torch's values after a wrap", "[sliding_window][hidden]") {
  const auto k = matrix({{9, 9, 9, 9, 9, 9, 9, 9},
                         {-9, 9, -9, 9, -9, 9, -9, 9},
                         {-0.978515625, -0.974609375, 0.052734375, -0.099609375, 0.1982421875,
                          -2.2490234375, 0.3837890625, 2.376953125},
                         {0.640625, -0.2705078125, 1.828125, -0.0517578125, -0.296875, 0.2001953125,
                          1.4296875, -1.26171875},
                         {0.6689453125, 0.0830078125, 0.7412109375, -0.9619140625, 0.2255859375,
                          -1.03515625, 0.181640625, -0.6923828125},
                         {-0.4443359375, 1.06640625, 0.2958984375, -0.3486328125, -0.6015625,
                          -0.5966796875, 0.8408203125, 1.5107421875},
                         {0.734375, -1.1015625, 0.5634765625, 0.0078125, 0.572265625, 1.041015625,
                          0.953125, 0.55859375}});
  const auto v = matrix({{100, 100, 100, 100, 100, 100, 100, 100},
                         {100, 100, 100, 100, 100, 100, 100, 100},
                         {0.5068359375, 0.7236328125, 0.513671875, 0.9951171875, 3.283203125,
                          -1.759765625, 1.544921875, -0.4697265625},
                         {-1.078125, -1.4443359375, 0.1484375, 0.611328125, -0.8974609375,
                          -1.15234375, -1.4736328125, -0.73046875},
                         {-0.4736328125, 0.7158203125, -0.1484375, 0.205078125, 2.0908203125,
                          0.421875, -1.5732421875, -0.0595703125},
                         {0.4541015625, 0.78515625, -0.8525390625, 0.54296875, 1.1083984375,
                          -0.099609375, -1.4482421875, -0.9248046875},
                         {-1.083984375, 0.5380859375, 0.240234375, 0.2216796875, -2.21875,
                          0.2568359375, 0.6025390625, 0.833984375}});
  const auto q = row({0.345703125, -0.31640625, 2.2578125, 0.392578125, -0.9921875, -0.525390625,
                      1.595703125, 0.1201171875});
  const auto table = still_table(4, 7);
  lm::WindowCache cache = ring(5, 8);
  lm::Vector last;
  for (int t = 0; t < 7; ++t) last = lm::sliding_window(q, k.row(t), v.row(t), cache, table);
  is_close(last, {-0.796427521, -0.549869182, 0.0826051049, 0.514367164, 0.78715253, -0.653830686,
                  -0.590906942, -0.485316519});
}

TEST_CASE("sliding_window leaves its inputs unchanged", "[sliding_window][hidden]") {
  const Text text(5, 12, 4, 119);
  const Text before = text;
  const auto table = table_of(4, 10000, 5);
  const auto cos_before = table.cos.data, sin_before = table.sin.data;
  lm::WindowCache cache = ring(3, 4);
  for (int t = 0; t < 5; ++t) text.step(t, cache, table);
  unchanged(before.q.data, text.q.data);
  unchanged(before.k.data, text.k.data);
  unchanged(before.v.data, text.v.data);
  unchanged(cos_before, table.cos.data);
  unchanged(sin_before, table.sin.data);
}

TEST_CASE("sliding_window refuses no window and no position", "[sliding_window][hidden][errors]") {
  throws_with("window_positions", [] { lm::window_positions(-1, 4); });
  throws_with("window_positions", [] { lm::window_positions(3, 0); });
  throws_with("window_positions", [] { lm::window_positions(3, -2); });
}

// Every refusal leaves the stored token as it was.
TEST_CASE("sliding_window refuses what does not fit", "[sliding_window][hidden][errors]") {
  const auto table = table_of(2, 10000, 5);
  const auto four = row({1, 2, 3, 4}), six = row({1, 2, 3, 4, 5, 6});
  lm::WindowCache cache = ring(2, 4);
  lm::sliding_window(four, four, four, cache, table);
  const lm::WindowCache before = cache;
  const auto refuses = [&](const lm::Vector& q, const lm::Vector& k, const lm::Vector& v,
                           const lm::RopeTable& angles) {
    throws_with("", [&] { lm::sliding_window(q, k, v, cache, angles); });
    unchanged(std::vector{before.n_seen}, std::vector{cache.n_seen});
    unchanged(before.keys.data, cache.keys.data);
    unchanged(before.values.data, cache.values.data);
  };
  refuses(six, four, four, table);          // 3 query heads cannot share 2
  refuses(row({1, 2}), four, four, table);  // 1 query head on 2
  refuses({}, four, four, table);
  refuses(row({1, 2, 3, 4, 5}), four, four, table);
  refuses(four, six, four, table);
  refuses(four, four, six, table);
  refuses(four, six, six, table);
  refuses(four, row({1, 2}), row({1, 2}), table);
  refuses(four, {}, {}, table);
  refuses(four, four, four, table_of(2, 10000, 1));  // position 1 is beyond one row
  refuses(six, four, four, table_of(6, 10000, 5));   // heads of 6 do not make 4
  refuses(four, four, four, lm::RopeTable{});
}

// A ring has as many values as keys, and its rows are as wide as k.
TEST_CASE("sliding_window refuses a ring that does not fit", "[sliding_window][hidden][errors]") {
  const auto table = table_of(2, 10000, 5);
  const auto four = row({1, 2, 3, 4});
  const auto refuses = [&](std::string_view words, lm::Matrix keys, lm::Matrix values) {
    lm::WindowCache cache = {0, std::move(keys), std::move(values)};
    const lm::WindowCache before = cache;
    throws_with(words, [&] { lm::sliding_window(four, four, four, cache, table); });
    unchanged(std::vector{before.n_seen}, std::vector{cache.n_seen});
    unchanged(before.keys.data, cache.keys.data);
    unchanged(before.values.data, cache.values.data);
  };
  refuses("sliding_window: k has 4 values, v 4, the ring has 3 rows of 4", {3, 4}, {2, 4});
  refuses("sliding_window: k has 4 values, v 4, the ring has 2 rows of 4", {2, 4}, {3, 4});
  refuses("sliding_window: k has 4 values, v 4, the ring has 2 rows of 6", {2, 6}, {2, 4});
  refuses("sliding_window: k has 4 values, v 4, the ring has 2 rows of 4", {2, 4}, {2, 6});
  refuses("sliding_window", {2, 6}, {2, 6});
  refuses("sliding_window", {}, {});
}

// torch's attention in float64. The last query of each case sees all of its keys: so does a window
// of that many, after three other tokens. One ring for each text of the batch.
TEST_CASE("sliding_window agrees with the conformance data", "[sliding_window][conformance]") {
  for (const auto& golden : kit::golden_cases("sdpa")) {
    const auto q = golden.tensor("q"), k = golden.tensor("k"), v = golden.tensor("v"),
               out = golden.tensor("out");
    const int n_heads = k.shape[1], n_keys = k.shape[2], head_dim = k.shape[3];
    const int n_queries = q.shape[2];
    const auto table = still_table(head_dim, n_keys + 3);
    for (int text = 0; text < k.shape[0]; ++text) {
      const auto token = [&](const kit::GoldenTensor& all, int n_rows, int t) {
        std::vector<double> row;
        for (int head = 0; head < n_heads; ++head) {
          const auto part = all.row((text * n_heads + head) * n_rows + t);
          row.insert(row.end(), part.begin(), part.end());
        }
        return row;
      };
      const auto query = token(q, n_queries, n_queries - 1);
      const lm::Vector asks(query.begin(), query.end());
      lm::WindowCache cache = ring(n_keys, n_heads * head_dim);
      lm::Vector last;
      for (int t = -3; t < n_keys; ++t) {
        const auto key = token(k, n_keys, std::max(t, 0)), value = token(v, n_keys, std::max(t, 0));
        last = lm::sliding_window(asks, lm::Vector(key.begin(), key.end()),
                                  lm::Vector(value.begin(), value.end()), cache, table);
      }
      is_close(last, token(out, n_queries, n_queries - 1));
    }
  }
}
