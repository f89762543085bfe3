#include "parallel_attention.hpp"

#include <cmath>

#include "support/testing.hpp"

static lm::Vector attention(const lm::Vector& q, const lm::Matrix& keys, const lm::Matrix& values,
                            int n_heads, int n_kv_heads, int n_threads) {
  lm::Vector out(q.size(), 99.0f);  // whatever was there before
  lm::parallel_attention(q, keys, values, n_heads, n_kv_heads, n_threads, out);
  return out;
}

// Six heads of 1, two groups, two tokens. The newer token weighs 1, 3 and 7 against 1 in the first
// group and 1, 1/3 and 4 in the second. Six heads by four threads: two threads have one more.
TEST_CASE("parallel_attention gives the numbers of grouped_query", "[parallel_attention]") {
  const auto q = row({0, std::log(3), std::log(7), 0, std::log(3), -std::log(4)});
  const auto keys = matrix({{0, 0}, {1, -1}}), values = matrix({{0, 100}, {40, 140}});
  for (const int n_threads : {1, 2, 3, 4, 9}) {
    is_close(attention(q, keys, values, 6, 2, n_threads), {20, 30, 35, 120, 110, 132});
  }
}

// Two heads of 4 over one: 2 log(3) / sqrt(4) weighs 3, 2 log(7) / sqrt(4) weighs 7.
TEST_CASE("parallel_attention scales by the root of one head", "[parallel_attention]") {
  const auto q = row({2 * std::log(3), 0, 0, 0, 0, 0, 2 * std::log(7), 0});
  const auto keys = matrix({{0, 0, 0, 0}, {1, 0, 1, 0}});
  const auto values = matrix({{0, 0, 0, 0}, {40, 80, 120, 160}});
  is_close(attention(q, keys, values, 2, 1, 2), {30, 60, 90, 120, 35, 70, 105, 140});
}

// Scores of 2000 and 0, of 0 and 0, of -2000 and -2048: one token, both by half, the first.
TEST_CASE("parallel_attention takes scores above 1000", "[parallel_attention]") {
  const auto keys = matrix({{2000, 0, -2000}, {0, 0, -2048}});
  const auto values = matrix({{1, 2, 3}, {5, 6, 7}});
  is_close(attention(row({1, 1, 1}), keys, values, 3, 3, 2), {1, 4, 3});
}

// Who computes a head must not matter, not even in the last bit.
TEST_CASE("parallel_attention gives the same bits for any number of threads",
          "[parallel_attention]") {
  const auto q = random_row(35, 1);
  const auto keys = random_matrix(11, 5, 2, -2, 2), values = random_matrix(11, 5, 3);
  const auto want = attention(q, keys, values, 7, 1, 1);
  for (const int n_threads : {2, 3, 5, 8}) {
    equals(attention(q, keys, values, 7, 1, n_threads), want);
  }
}

TEST_CASE("parallel_attention refuses to work with no thread", "[parallel_attention][errors]") {
  throws_with("parallel_attention", [] { attention({1}, matrix({{1}}), matrix({{1}}), 1, 1, 0); });
}
