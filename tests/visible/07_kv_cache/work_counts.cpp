#include "work_counts.hpp"

#include "support/testing.hpp"

/// Projections and dots.
static std::vector<std::int64_t> counts(int prompt_len, int n_new, bool cached) {
  const lm::WorkCounts work = lm::work_counts(prompt_len, n_new, cached);
  return {work.projections, work.dots};
}

// A pass over 1 token, over 2, over 3, over 4: 1 + 2 + 3 + 4 projections. A pass over 4 tokens has
// 1 + 2 + 3 + 4 dots, since query 0 sees one key and query 3 sees four: 1 + 3 + 6 + 10 in all.
TEST_CASE("work_counts worked example: four tokens without a cache", "[work_counts]") {
  equals(counts(1, 4, false), {10, 20});
}

// Each of the 4 tokens is projected once. Query by query: 1 + 2 + 3 + 4 dots.
TEST_CASE("work_counts worked example: four tokens with a cache", "[work_counts]") {
  equals(counts(1, 4, true), {4, 10});
}

// Passes over 5, 6, 7, 8 tokens, with 15 + 21 + 28 + 36 dots. With a cache: 8 tokens, 1 + ... + 8.
TEST_CASE("work_counts worked example: a prompt of 5, then 4 tokens", "[work_counts]") {
  equals(counts(5, 4, false), {26, 100});
  equals(counts(5, 4, true), {8, 36});
}

// Passes over 10, 11, 12, with 55 + 66 + 78 dots.
TEST_CASE("work_counts worked example: a prompt of 10, then 3 tokens", "[work_counts]") {
  equals(counts(10, 3, false), {33, 199});
  equals(counts(10, 3, true), {12, 78});
}

TEST_CASE("work_counts worked example: a hundred tokens", "[work_counts]") {
  equals(counts(1, 100, false), {5050, 171700});
  equals(counts(1, 100, true), {100, 5050});
}

// Token 1 is the prompt. After 98 new ones token 99 is written and 98 tokens are in the cache. The
// step that predicts token 100 begins by reading token 99.
TEST_CASE("work_counts has 98 tokens cached when token 100 is to be predicted", "[work_counts]") {
  equals(counts(1, 98, true)[0], 98);
  equals(counts(1, 99, true)[0], 99);
}

// One pass, whether or not its keys are kept afterwards: 99 tokens, 99 * 100 / 2 dots.
TEST_CASE("work_counts finds no use for a cache in a single pass", "[work_counts]") {
  equals(counts(99, 1, false), {99, 4950});
  equals(counts(99, 1, true), {99, 4950});
}

// 100000 * 100001 / 2, and an int ends at 2147483647.
TEST_CASE("work_counts counts in 64 bits", "[work_counts]") {
  equals(counts(100000, 1, true), {100000, 5000050000});
}
