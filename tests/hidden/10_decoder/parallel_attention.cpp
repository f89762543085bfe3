#include "parallel_attention.hpp"

#include <algorithm>
#include <limits>

#include "reference/grouped_query.hpp"
#include "reference/linear.hpp"
#include "reference/rope_half_split.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

namespace {

/// Whole numbers that stand for 1/1024 each: exact in float32.
lm::Matrix thousandths(std::initializer_list<std::initializer_list<double>> rows) {
  lm::Matrix exact = matrix(rows);
  for (float& entry : exact.data) entry /= 1024;
  return exact;
}

lm::Vector attention(std::span<const float> q, lm::MatrixView keys, lm::MatrixView values,
                     int n_heads, int n_kv_heads, int n_threads) {
  lm::Vector out(q.size(), std::numeric_limits<float>::quiet_NaN());
  lm::parallel_attention(q, keys, values, n_heads, n_kv_heads, n_threads, out);
  return out;
}

}  // namespace

// Known answers from outside: torch 1.13's scaled dot product in float64. Five queries of either of
// two heads, without a mask: here they are the ten query heads of one token, in two groups; then
// the second half alone, five heads on one key/value head.
TEST_CASE("parallel_attention gives PyTorch's values", "[parallel_attention][hidden]") {
  const auto q = thousandths(
      {{100,  558,  -108, 367,  796,   224, -229,  1720, -2019, -2143, -1126, -582,  -240, 806,
        890,  1939, 354,  -324, 2312,  402, -1513, 1048, -1414, 1568,  -445,  -1073, -339, -510,
        1339, 1565, 1839, 1202, -1211, 78,  -437,  -535, -1016, -538,  1634,  123}});
  const auto keys = thousandths({{-1002, -998, 54, -102, 203, -2303, 393, 2434},
                                 {656, -277, 1872, -53, -304, 205, 1464, -1292},
                                 {685, 85, 759, -985, 231, -1060, 186, -709},
                                 {-455, 1092, 303, -357, -616, -611, 861, 1547},
                                 {752, -1128, 577, 8, 586, 1066, 976, 572}});
  const auto values = thousandths({{519, 741, 526, 1019, 3362, -1802, 1582, -481},
                                   {-1104, -1479, 152, 626, -919, -1180, -1509, -748},
                                   {-485, 733, -152, 210, 2141, 432, -1611, -61},
                                   {465, 804, -873, 556, 1135, -102, -1483, -947},
                                   {-1110, 551, 246, 227, -2272, 263, 617, 854}});
  const std::vector<double> want = {
      -0.280473961, 0.281700646,   -0.1101456,   0.509692842,  -0.495275214, 0.135183552,
      0.0100966486, 0.486328379,   0.230863709,  0.644998595,  0.37452981,   0.836672312,
      -0.398028835, -0.0400568947, -0.075965053, 0.546274072,  -0.796427521, -0.549869182,
      0.0826051049, 0.514367164,   1.04980708,   -0.506270275, -0.240126508, -0.409803185,
      1.45383111,   -0.553189557,  -0.533483218, -0.371254812, -1.10922357,  -0.0810969965,
      0.116168634,  0.310468318,   0.500958662,  -0.425315745, -0.903940898, -0.36722428,
      0.787152539,  -0.653830686,  -0.590906942, -0.485316519};
  const std::vector<double> second(want.begin() + 20, want.end());
  for (const int n_threads : {1, 2, 3, 4, 16}) {
    is_close(attention(q.data, keys, values, 10, 2, n_threads), want);
    is_close(attention(std::span(q.data).subspan(20), lm::MatrixView(keys).columns(4, 4),
                       lm::MatrixView(values).columns(4, 4), 5, 1, n_threads),
             second);
  }
}

// From the documentation of FlashAttention 2: with 6 heads over 2, heads 0, 1, 2 attend to head 0
// of k and v, heads 3, 4, 5 to head 1. With a single token each returns its value.
TEST_CASE("parallel_attention groups heads as FlashAttention's documentation says",
          "[parallel_attention][hidden]") {
  const auto q = random_row(6, 1, -30, 30);
  const auto keys = random_matrix(1, 2, 2);
  for (const int n_threads : {1, 2, 4}) {
    is_close(attention(q, keys, matrix({{7, -30}}), 6, 2, n_threads), {7, 7, 7, -30, -30, -30});
  }
}

TEST_CASE("parallel_attention agrees with the reference", "[parallel_attention][hidden]") {
  struct Shape {
    int n_heads, n_kv_heads, head_dim;
  };
  const auto [n_heads, n_kv_heads, head_dim] =
      GENERATE(Shape{6, 2, 4}, Shape{8, 2, 3}, Shape{12, 3, 8}, Shape{4, 4, 5}, Shape{5, 1, 6},
               Shape{1, 1, 1}, Shape{32, 8, 128}, Shape{71, 1, 64}, Shape{6, 3, 24});
  const int seq_len = GENERATE(1, 2, 7, 40);
  const auto q = random_row(n_heads * head_dim, 3);
  const auto keys = random_matrix(seq_len, n_kv_heads * head_dim, 4, -2, 2);
  const auto values = random_matrix(seq_len, n_kv_heads * head_dim, 5, -2, 2);
  const auto want = reference::grouped_query(q, keys, values, n_heads, n_kv_heads);
  for (const int n_threads : {1, 3}) {
    is_close(attention(q, keys, values, n_heads, n_kv_heads, n_threads), want);
  }
}

// 4100 tokens: longer than LLaMA-2's texts.
TEST_CASE("parallel_attention looks back over 4100 tokens", "[parallel_attention][hidden]") {
  const auto q = random_row(24, 6, -3, 3);
  const auto keys = random_matrix(4100, 8, 7, -3, 3), values = random_matrix(4100, 8, 8);
  is_close(attention(q, keys, values, 6, 2, 2), reference::grouped_query(q, keys, values, 6, 2));
}

TEST_CASE("parallel_attention gives the same bits whoever computes a head",
          "[parallel_attention][hidden]") {
  for (const int n_heads : {1, 6, 18, 36}) {
    const int n_kv_heads = n_heads % 6 == 0 ? n_heads / 6 : 1;
    const auto q = random_row(n_heads * 8, 9, -3, 3);
    const auto keys = random_matrix(50, n_kv_heads * 8, 10, -3, 3),
               values = random_matrix(50, n_kv_heads * 8, 11);
    const auto want = attention(q, keys, values, n_heads, n_kv_heads, 1);
    for (const int n_threads : {1, 2, 3, 4, 5, 7, 8}) {
      equals(attention(q, keys, values, n_heads, n_kv_heads, n_threads), want);
    }
  }
}

// One call after another, with fewer and fewer tokens: nothing of an earlier call may be left.
TEST_CASE("parallel_attention remembers nothing", "[parallel_attention][hidden]") {
  const auto q = random_row(24, 12);
  const auto keys = random_matrix(9, 8, 13, -2, 2), values = random_matrix(9, 8, 14);
  for (const int seq_len : {9, 4, 1, 6}) {
    const auto k = lm::MatrixView(keys).first_rows(seq_len),
               v = lm::MatrixView(values).first_rows(seq_len);
    is_close(attention(q, k, v, 6, 2, 2), reference::grouped_query(q, k, v, 6, 2));
  }
}

// The first rows of a cache that is wider: rows are 11 and 14 floats apart.
TEST_CASE("parallel_attention reads views by their strides", "[parallel_attention][hidden]") {
  const auto q = random_row(24, 15);
  const auto wide_keys = random_matrix(9, 11, 16, -2, 2), wide_values = random_matrix(9, 14, 17);
  const auto keys = lm::MatrixView(wide_keys).columns(2, 8).first_rows(6),
             values = lm::MatrixView(wide_values).columns(5, 8).first_rows(6);
  is_close(attention(q, keys, values, 6, 2, 2), reference::grouped_query(q, keys, values, 6, 2));
}

TEST_CASE("parallel_attention writes its own part of a longer row and leaves its inputs",
          "[parallel_attention][hidden]") {
  const auto q = random_row(12, 18);
  const auto keys = random_matrix(3, 4, 19), values = random_matrix(3, 4, 20);
  const auto q_before = q, keys_before = keys.data, values_before = values.data;
  lm::Vector longer(20, 5.0f);
  lm::parallel_attention(q, keys, values, 6, 2, 3, std::span(longer).subspan(4, 12));
  equals(lm::Vector(longer.begin(), longer.begin() + 4), {5, 5, 5, 5});
  equals(lm::Vector(longer.end() - 4, longer.end()), {5, 5, 5, 5});
  unchanged(q_before, q);
  unchanged(keys_before, keys.data);
  unchanged(values_before, values.data);
}

TEST_CASE("parallel_attention refuses shapes that do not fit",
          "[parallel_attention][hidden][errors]") {
  const auto refuses = [](const char* words, int q_size, int out_size, const lm::Matrix& keys,
                          const lm::Matrix& values, int n_heads, int n_kv_heads, int n_threads) {
    const lm::Vector q(static_cast<std::size_t>(q_size));
    lm::Vector out(static_cast<std::size_t>(out_size), 3.0f);
    const lm::Vector before = out;
    throws_with(words, [&] {
      lm::parallel_attention(q, keys, values, n_heads, n_kv_heads, n_threads, out);
    });
    unchanged(before, out);
  };
  refuses("parallel_attention: 6 query heads cannot share 4", 24, 24, {3, 16}, {3, 16}, 6, 4, 2);
  refuses("parallel_attention: 0 query heads", 24, 24, {3, 8}, {3, 8}, 0, 2, 2);
  refuses("parallel_attention", 24, 24, {3, 8}, {3, 8}, 6, 0, 2);
  refuses("parallel_attention", 24, 24, {3, 8}, {3, 8}, 6, -2, 2);
  refuses("parallel_attention: q has 25 values, out 25", 25, 25, {3, 8}, {3, 8}, 6, 2, 2);
  refuses("parallel_attention: q has 24 values, out 23", 24, 23, {3, 8}, {3, 8}, 6, 2, 2);
  refuses("parallel_attention: q has 24 values, out 48", 24, 48, {3, 8}, {3, 8}, 6, 2, 2);
  refuses("parallel_attention: keys is 3 by 9, values 3 by 8; at least 1 by 8 is needed", 24, 24,
          {3, 9}, {3, 8}, 6, 2, 2);
  refuses("parallel_attention: keys is 3 by 8, values 3 by 24", 24, 24, {3, 8}, {3, 24}, 6, 2, 2);
  refuses("parallel_attention: keys is 3 by 8, values 2 by 8", 24, 24, {3, 8}, {2, 8}, 6, 2, 2);
  refuses("parallel_attention: keys is 0 by 8", 24, 24, {0, 8}, {0, 8}, 6, 2, 2);
  refuses("parallel_attention", 24, 24, {3, 8}, {3, 8}, 6, 2, 0);
  refuses("parallel_attention", 24, 24, {3, 8}, {3, 8}, 6, 2, -3);
}

// Hugging Face's LlamaAttention: queries are projected and turned here, their keys and values come
// from its cache, and the output passes o_proj. Its float32 sums differ by 1e-5.
TEST_CASE("parallel_attention agrees with the conformance data",
          "[parallel_attention][conformance]") {
  for (const auto& golden : kit::golden_cases("gqa_kv_cache")) {
    const int n_heads = golden.integer("heads"), n_kv_heads = golden.integer("kv_heads");
    const int head_dim = golden.integer("head_dim");
    const auto x = golden.tensor("x").matrix(), wq = golden.tensor("wq").matrix(),
               wo = golden.tensor("wo").matrix(), k_cache = golden.tensor("k_cache").matrix(),
               v_cache = golden.tensor("v_cache").matrix();
    lm::Matrix keys(x.rows, n_kv_heads * head_dim), values(x.rows, n_kv_heads * head_dim);
    for (int head = 0; head < n_kv_heads; ++head) {
      for (int t = 0; t < x.rows; ++t) {
        std::ranges::copy(k_cache.row(head * x.rows + t), keys.row(t).begin() + head * head_dim);
        std::ranges::copy(v_cache.row(head * x.rows + t), values.row(t).begin() + head * head_dim);
      }
    }
    for (int pos = 0; pos < x.rows; ++pos) {
      const auto projected = reference::linear(wq, x.row(pos)).values;
      const lm::Vector q(projected.begin(), projected.end());
      const auto turned = reference::rope_half_split(q, pos, head_dim, golden.number("theta"));
      const lm::Vector query(turned.begin(), turned.end());
      const auto out =
          attention(query, lm::MatrixView(keys).first_rows(pos + 1),
                    lm::MatrixView(values).first_rows(pos + 1), n_heads, n_kv_heads, 1 + pos % 3);
      is_within(1e-5, reference::linear(wo, out).values, golden.tensor("out").row(pos));
    }
  }
}
