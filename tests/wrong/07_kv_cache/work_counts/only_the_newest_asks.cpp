// Belief: Without a cache only keys and values are computed again; the newest query alone asks.
// Truth: A pass without a cache recomputes every token in every layer, so all its queries ask
//   again.
// Kind: value
// Caught by: work_counts worked example: four tokens without a cache; work_counts worked example: a
//   prompt of 5, then 4 tokens
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
      total.dots += seq_len;
    }
  }
  return total;
}
