// Belief: The cut stands behind the first token whose sum is above top_p; where none is found, it
//   stands at 0.
// Truth: At top_p 1 no sum is above it, and everything but the first token is cut. 1 or more
//   means no cut.
// Kind: value
// Caught by: top_k_top_p cuts nothing for top_k 0 and top_p 1
#include "top_k_top_p.hpp"

#include <algorithm>
#include <numeric>

#include "common/check.hpp"

namespace {

std::vector<std::size_t> ranking(std::span<const float> probs) {
  std::vector<std::size_t> tokens(probs.size());
  std::iota(tokens.begin(), tokens.end(), std::size_t{0});
  std::stable_sort(tokens.begin(), tokens.end(),
                   [&](std::size_t a, std::size_t b) { return probs[a] > probs[b]; });
  return tokens;
}

void renormalize(lm::Vector& probs) {
  const float sum = std::accumulate(probs.begin(), probs.end(), 0.0f);
  for (float& prob : probs) prob /= sum;
}

}  // namespace

lm::Vector lm::top_k_top_p(std::span<const float> probs, int top_k, float top_p) {
  kit::require(!probs.empty() && top_k >= 0 && top_p > 0.0f, "top_k_top_p: ", probs.size(),
               " probabilities, top_k ", top_k, ", top_p ", top_p,
               "; at least 1, not negative, and above 0 are needed");

  Vector kept(probs.begin(), probs.end());
  const std::vector<std::size_t> tokens = ranking(probs);
  if (top_k > 0 && top_k < std::ssize(probs)) {
    for (std::size_t i = to_size(top_k); i < tokens.size(); ++i) kept[tokens[i]] = 0.0f;
    renormalize(kept);
  }
  {
    float sum = 0.0f;
    std::size_t last = 0;
    for (std::size_t i = 0; i < tokens.size() && sum <= top_p; ++i) {
      sum += kept[tokens[i]];
      if (sum > top_p) last = i;
    }
    for (std::size_t i = last + 1; i < tokens.size(); ++i) kept[tokens[i]] = 0.0f;
    renormalize(kept);
  }
  return kept;
}
