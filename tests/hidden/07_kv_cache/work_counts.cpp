#include "work_counts.hpp"

#include "reference/work_counts.hpp"
#include "support/testing.hpp"

TEST_CASE("work_counts of other prompts", "[work_counts][hidden]") {
  const auto with = lm::work_counts(7, 5, true), without = lm::work_counts(7, 5, false);
  equals(std::vector{with.projections, with.dots}, {11, 66});
  equals(std::vector{without.projections, without.dots}, {45, 230});
}

// Known answers from outside: the triangular numbers (OEIS A000217) are the projections without a
// cache and the dots with one; the tetrahedral numbers (OEIS A000292) the dots without one.
TEST_CASE("work_counts counts triangles and pyramids", "[work_counts][hidden]") {
  const std::vector<std::int64_t> triangular = {1, 3, 6, 10, 15, 21, 28, 36, 45, 55};
  const std::vector<std::int64_t> tetrahedral = {1, 4, 10, 20, 35, 56, 84, 120, 165, 220};
  std::vector<std::int64_t> projections, dots, cached_dots;
  for (int n_new = 1; n_new <= 10; ++n_new) {
    projections.push_back(lm::work_counts(1, n_new, false).projections);
    dots.push_back(lm::work_counts(1, n_new, false).dots);
    cached_dots.push_back(lm::work_counts(1, n_new, true).dots);
  }
  equals(projections, triangular);
  equals(cached_dots, triangular);
  equals(dots, tetrahedral);
}

// One pass over 1000 tokens: 1000 * 1001 / 2 dots. Over two million, 2000000 * 2000001 / 2, they
// leave 32 bits, and so do the projections of 50000 passes.
TEST_CASE("work_counts of very long texts", "[work_counts][hidden]") {
  equals(lm::work_counts(1000, 1, true).dots, 500500);
  equals(lm::work_counts(2000000, 1, true).dots, 2000001000000);
  equals(lm::work_counts(2000000, 1, false).projections, 2000000);
  equals(lm::work_counts(100000, 50000, false).projections, 6249975000);
  equals(lm::work_counts(40000, 2000, false).dots, 1681333333000);
  equals(lm::work_counts(2147483647, 2, true).projections, 2147483648);
}

// What one more token costs: a pass over all tokens, or one projection and a query to all of them.
TEST_CASE("work_counts grows by one step", "[work_counts][hidden]") {
  const int prompt_len = GENERATE(1, 2, 9, 64, 511);
  const int n_new = GENERATE(1, 2, 3, 30);
  const std::int64_t seq_len = prompt_len + n_new;
  for (const bool cached : {false, true}) {
    const auto before = lm::work_counts(prompt_len, n_new, cached);
    const auto after = lm::work_counts(prompt_len, n_new + 1, cached);
    equals(after.projections - before.projections, cached ? 1 : seq_len);
    equals(after.dots - before.dots, cached ? seq_len : seq_len * (seq_len + 1) / 2);
  }
}

// It does not matter who wrote the tokens that the model reads.
TEST_CASE("work_counts with a cache depends on the positions read alone", "[work_counts][hidden]") {
  for (const int prompt_len : {1, 2, 10, 40}) {
    const auto work = lm::work_counts(prompt_len, 41 - prompt_len, true);
    equals(std::vector{work.projections, work.dots}, {40, 820});
  }
}

TEST_CASE("work_counts agrees with the reference", "[work_counts][hidden]") {
  const int prompt_len = GENERATE(1, 2, 3, 17, 64, 300);
  const int n_new = GENERATE(1, 2, 5, 33, 100);
  for (const bool cached : {false, true}) {
    const auto work = lm::work_counts(prompt_len, n_new, cached);
    equals(work.projections, reference::work_projections(prompt_len, n_new, cached));
    equals(work.dots, reference::work_dots(prompt_len, n_new, cached));
  }
}

TEST_CASE("work_counts refuses lengths below 1", "[work_counts][hidden][errors]") {
  throws_with("work_counts: prompt_len is 0", [] { lm::work_counts(0, 3, true); });
  throws_with("work_counts", [] { lm::work_counts(-4, 3, false); });
  throws_with("work_counts", [] { lm::work_counts(5, 0, false); });
  throws_with("work_counts", [] { lm::work_counts(5, -1, true); });
}
