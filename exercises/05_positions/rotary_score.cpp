// Exercise: rotary_score        read rotary_score.md, then make `./kit test rotary_score` pass
#include "rotary_score.hpp"

#include "common/check.hpp"
#include "rotate_pair.hpp"

double lm::rotary_score(std::span<const float> q, int q_pos, std::span<const float> k, int k_pos,
                        std::span<const double> frequencies) {
  kit::require(q.size() == 2 * frequencies.size() && k.size() == q.size(), "rotary_score: q has ",
               q.size(), " values, k has ", k.size(), "; ", frequencies.size(),
               " frequencies need twice as many");

  // 1. for each plane i: the pair of q, turned by q_pos * frequencies[i]
  // 2. and the pair of k, turned by k_pos * frequencies[i]
  // 3. the score is the sum of their products over all planes, in double
  kit::todo("rotary_score");
}

double lm::relative_score(std::span<const float> q, std::span<const float> k, int distance,
                          std::span<const double> frequencies) {
  kit::require(q.size() == 2 * frequencies.size() && k.size() == q.size(), "relative_score: q has ",
               q.size(), " values, k has ", k.size(), "; ", frequencies.size(),
               " frequencies need twice as many");

  // The promise of RoPE, as you would state it: no position here, only their difference.
  // 1. let the key lie still: by how much has the query to turn in plane i?
  // 2. the same sum as above
  kit::todo("relative_score");
}
