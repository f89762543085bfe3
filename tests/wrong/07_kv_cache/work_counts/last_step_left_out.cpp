// Belief: The newest token is in the cache when its step begins, so its step costs nothing.
// Truth: The newest token's key and value are computed in its own step, and its query meets all
//   keys.
// Kind: value
// Caught by: work_counts worked example: four tokens without a cache; work_counts worked example:
//   four tokens with a cache
#include "work_counts.hpp"

#include "common/check.hpp"

lm::WorkCounts lm::work_counts(int prompt_len, int n_new, bool cached) {
  kit::require(prompt_len >= 1 && n_new >= 1, "work_counts: prompt_len is ", prompt_len, ", n_new ",
               n_new, "; both need to be at least 1");

  WorkCounts total;
  for (std::int64_t seq_len = prompt_len; seq_len < std::int64_t{prompt_len} + n_new - 1;
       ++seq_len) {
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
