#include "sliding_window.hpp"

#include "support/testing.hpp"

static lm::WindowCache ring(int window, int kv_size) {
  return {0, lm::Matrix(window, kv_size), lm::Matrix(window, kv_size)};
}

// Positions 6, 7, 8, 9 are four, 9 itself among them. Position 2 has only two before it.
TEST_CASE("sliding_window worked example: what a window of 4 shows", "[sliding_window]") {
  equals(lm::window_positions(9, 4), {6, 7, 8, 9});
  equals(lm::window_positions(3, 4), {0, 1, 2, 3});
  equals(lm::window_positions(2, 4), {0, 1, 2});
  equals(lm::window_positions(4, 2), {3, 4});
  equals(lm::window_positions(5, 1), {5});
}

// A query of zeros meets all keys alike, so the result is the mean of the values. Token t has the
// value (t, -1): token 2 gathers (0 + 1 + 2) / 3 = 1, token 9 (6 + 7 + 8 + 9) / 4 = 7.5.
TEST_CASE("sliding_window worked example: window 4 over 10 tokens", "[sliding_window]") {
  lm::RopeTable still = {lm::Matrix(10, 1), lm::Matrix(10, 1)};
  for (float& entry : still.cos.data) entry = 1;
  lm::WindowCache cache = ring(4, 2);
  lm::Vector means, ones;
  for (const float t : {0.f, 1.f, 2.f, 3.f, 4.f, 5.f, 6.f, 7.f, 8.f, 9.f}) {
    const auto gathered = lm::sliding_window(row({0, 0}), row({5, 7}), row({t, -1}), cache, still);
    means.push_back(gathered[0]);
    ones.push_back(gathered[1]);
  }
  is_close(means, {0, 0.5, 1, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5});
  is_close(ones, {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1});
}

// A quarter turn for each position, eight tokens with the key (1, 0), and a window of 3. Position 5
// lies in row 5 % 3 = 2, position 6 in row 0, position 7 in row 1: (0, 1), (-1, 0), (0, -1).
// Token 7 asks (s, 0), turned (0, -s), with s = √2 ln 2: the scores of 5, 6, 7 are -ln 2, 0 and
// ln 2, the probs 1/7, 2/7 and 4/7. It gathers (1 + 0 + 8, 0 + 2 - 4) of (7, 0), (0, 7), (14, -7).
TEST_CASE("sliding_window worked example: eight tokens in a ring of 3", "[sliding_window]") {
  const lm::RopeTable quarters = {matrix({{1}, {0}, {-1}, {0}, {1}, {0}, {-1}, {0}}),
                                  matrix({{0}, {1}, {0}, {-1}, {0}, {1}, {0}, {-1}})};
  const double s = 0.9802581434;
  lm::WindowCache cache = ring(3, 2);
  lm::Vector last;
  for (const auto& v : {row({90, 0}), row({0, 80}), row({70, 60}), row({-50, 0}), row({0, -40}),
                        row({7, 0}), row({0, 7}), row({14, -7})}) {
    last = lm::sliding_window(row({s, 0}), row({1, 0}), v, cache, quarters);
  }
  is_close(last, {9, -2});
  is_close(cache.keys.data, {-1, 0, 0, -1, 0, 1});
  is_close(cache.values.data, {0, 7, 14, -7, 7, 0});
  equals(cache.n_seen, 8);
}
