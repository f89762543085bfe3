// Exercise: work_counts         read work_counts.md, then make `./kit test work_counts` pass
#include "work_counts.hpp"

#include "common/check.hpp"

lm::WorkCounts lm::work_counts(int prompt_len, int n_new, bool cached) {
  kit::require(prompt_len >= 1 && n_new >= 1, "work_counts: prompt_len is ", prompt_len, ", n_new ",
               n_new, "; both need to be at least 1");

  // 1. for each new token: seq_len, how many tokens the model has to know before it writes it
  // 2. a pass over all of them projects seq_len tokens; count the keys that their queries may see
  // 3. without a cache every new token costs such a pass
  // 4. with a cache every token is projected once and asks once: what is left of the passes?
  kit::todo("work_counts");
}
