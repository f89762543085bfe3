// Belief: Only the last token of the prompt needs a query: the others are there to be read.
// Truth: In every layer but the last each token of the prompt needs its own output, so each of them
//   asks.
// Kind: value
// Caught by: work_counts worked example: a prompt of 5, then 4 tokens; work_counts worked example:
//   a prompt of 10, then 3 tokens
#include "work_counts.hpp"

#include "common/check.hpp"

lm::WorkCounts lm::work_counts(int prompt_len, int n_new, bool cached) {
  kit::require(prompt_len >= 1 && n_new >= 1, "work_counts: prompt_len is ", prompt_len, ", n_new ",
               n_new, "; both need to be at least 1");

  WorkCounts total;
  for (std::int64_t seq_len = prompt_len; seq_len < std::int64_t{prompt_len} + n_new; ++seq_len) {
    const WorkCounts whole = {seq_len, seq_len * (seq_len + 1) / 2};
    if (cached) {
      total.projections = seq_len;
      total.dots += seq_len;
    } else {
      total.projections += whole.projections;
      total.dots += whole.dots;
    }
  }
  return total;
}
