// Belief: Cached means that the model has to keep up the cache, and that is the larger count.
// Truth: With a cache everything is done once; without one it is done again for every token.
// Kind: value
// Caught by: work_counts worked example: four tokens without a cache; work_counts worked example:
//   four tokens with a cache
#include "work_counts.hpp"

#include "common/check.hpp"

lm::WorkCounts lm::work_counts(int prompt_len, int n_new, bool cached) {
  kit::require(prompt_len >= 1 && n_new >= 1, "work_counts: prompt_len is ", prompt_len, ", n_new ",
               n_new, "; both need to be at least 1");

  WorkCounts total;
  for (std::int64_t seq_len = prompt_len; seq_len < std::int64_t{prompt_len} + n_new; ++seq_len) {
    const WorkCounts whole = {seq_len, seq_len * (seq_len + 1) / 2};
    if (!cached) {
      total = whole;  // what was done before is kept
    } else {
      total.projections += whole.projections;
      total.dots += whole.dots;
    }
  }
  return total;
}
