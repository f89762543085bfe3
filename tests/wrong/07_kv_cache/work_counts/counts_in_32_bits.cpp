// Belief: A count fits into an int.
// Truth: The dots of 65536 tokens leave 32 bits, and the sum wraps round without a word.
// Kind: value
// Caught by: work_counts counts in 64 bits; work_counts of very long texts
#include "work_counts.hpp"

#include "common/check.hpp"

lm::WorkCounts lm::work_counts(int prompt_len, int n_new, bool cached) {
  kit::require(prompt_len >= 1 && n_new >= 1, "work_counts: prompt_len is ", prompt_len, ", n_new ",
               n_new, "; both need to be at least 1");

  WorkCounts total;
  for (std::int64_t seq_len = prompt_len; seq_len < std::int64_t{prompt_len} + n_new; ++seq_len) {
    const WorkCounts whole = {seq_len, seq_len * (seq_len + 1) / 2};
    if (cached) {
      total = whole;  // what was done before is kept
    } else {
      total.projections += whole.projections;
      total.dots += whole.dots;
    }
  }
  return {static_cast<std::int32_t>(total.projections), static_cast<std::int32_t>(total.dots)};
}
