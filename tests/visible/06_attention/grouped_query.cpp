#include "grouped_query.hpp"

#include <cmath>

#include "support/testing.hpp"

static std::vector<int> heads(int n_heads, int n_kv_heads) {
  std::vector<int> all;
  for (int head = 0; head < n_heads; ++head) {
    all.push_back(lm::kv_head_of(head, n_heads, n_kv_heads));
  }
  return all;
}

// Groups of 4, of 3, of 1 (MHA) and of 4 again (MQA).
TEST_CASE("kv_head_of lets neighbors share", "[grouped_query]") {
  equals(heads(8, 2), {0, 0, 0, 0, 1, 1, 1, 1});
  equals(heads(6, 2), {0, 0, 0, 1, 1, 1});
  equals(heads(4, 4), {0, 1, 2, 3});
  equals(heads(4, 1), {0, 0, 0, 0});
}

// What a cache holds, against one with a key/value head for every query head: 8 of 32 in
// LLaMA-3-8B, 8 of 64 in LLaMA-2-70B, 1 of 32 if all share one.
TEST_CASE("kv_head_of worked example: 1/4, 1/8, 1/32", "[grouped_query]") {
  is_close((lm::kv_head_of(31, 32, 8) + 1) / 32.0, 1.0 / 4);
  is_close((lm::kv_head_of(63, 64, 8) + 1) / 64.0, 1.0 / 8);
  is_close((lm::kv_head_of(31, 32, 1) + 1) / 32.0, 1.0 / 32);
}

// One token is there, so every head takes its value: three heads (10, 11), three (20, 21).
TEST_CASE("grouped_query worked example: 6 heads, 2 groups, 1 token", "[grouped_query]") {
  is_close(lm::grouped_query(row({1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6}), matrix({{5, 4, 3, 2}}),
                             matrix({{10, 11, 20, 21}}), 6, 2),
           {10, 11, 10, 11, 10, 11, 20, 21, 20, 21, 20, 21});
}

// Heads of 1. The older token weighs 1. The newer one weighs 1, 3 and 7 for the first group, and as
// its key in the second group is -1, it weighs 1, 1/3 and 4 there: 1/2 of 40 is 20, 3/4 is 30, ...
TEST_CASE("grouped_query worked example: 6 heads, 2 groups, 2 tokens", "[grouped_query]") {
  const auto q = row({0, std::log(3), std::log(7), 0, std::log(3), -std::log(4)});
  const auto keys = matrix({{0, 0}, {1, -1}}), values = matrix({{0, 100}, {40, 140}});
  is_close(lm::grouped_query(q, keys, values, 6, 2), {20, 30, 35, 120, 110, 132});
}

// Two heads of 4 over one: 2 log(3) / sqrt(4) weighs 3, 2 log(7) / sqrt(4) weighs 7.
TEST_CASE("grouped_query scales by the root of one head", "[grouped_query]") {
  const auto q = row({2 * std::log(3), 0, 0, 0, 0, 0, 2 * std::log(7), 0});
  const auto keys = matrix({{0, 0, 0, 0}, {1, 0, 1, 0}});
  const auto values = matrix({{0, 0, 0, 0}, {40, 80, 120, 160}});
  is_close(lm::grouped_query(q, keys, values, 2, 1), {30, 60, 90, 120, 35, 70, 105, 140});
}

TEST_CASE("kv_head_of refuses groups of unequal size", "[grouped_query][errors]") {
  throws_with("kv_head_of", [] { lm::kv_head_of(5, 6, 4); });
}
