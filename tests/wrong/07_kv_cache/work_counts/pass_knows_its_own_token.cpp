// Belief: The pass that writes token n reads n tokens.
// Truth: It reads the n - 1 before it. The first new token follows from the prompt alone.
// Kind: value
// Caught by: work_counts worked example: four tokens without a cache; work_counts worked example:
//   four tokens with a cache
#include "work_counts.hpp"

#include "common/check.hpp"

lm::WorkCounts lm::work_counts(int prompt_len, int n_new, bool cached) {
  kit::require(prompt_len >= 1 && n_new >= 1, "work_counts: prompt_len is ", prompt_len, ", n_new ",
               n_new, "; both need to be at least 1");

  WorkCounts total;
  for (int token = 1; token <= n_new; ++token) {
    const std::int64_t seq_len = std::int64_t{prompt_len} + token;
    const WorkCounts whole = {seq_len, seq_len * (seq_len + 1) / 2};
    if (cached) {
      total = whole;  // what was done before is kept
    } else {
      total.projections += whole.projections;
      total.dots += whole.dots;
    }
  }
  return total;
}
