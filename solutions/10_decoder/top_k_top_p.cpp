// Exercise: top_k_top_p         read top_k_top_p.md, then make `./kit test top_k_top_p` pass
#include "top_k_top_p.hpp"

#include <algorithm>
#include <limits>

#include "common/check.hpp"

namespace {

// Keeps the most likely tokens, at most so many, until their sum reaches a mass.
lm::Vector keep_likely(std::span<const float> probs, std::size_t at_most, float mass) {
  // Not a single token below this is needed: together they have less than the mass leaves over.
  const float least = (1.0f - mass) / static_cast<float>(probs.size());
  std::vector<std::size_t> tokens;
  for (std::size_t token = 0; token < probs.size(); ++token) {
    if (probs[token] >= least) tokens.push_back(token);
  }
  const std::size_t n_sorted = std::min(at_most, tokens.size());
  const auto end = tokens.begin() + static_cast<std::ptrdiff_t>(n_sorted);
  std::partial_sort(tokens.begin(), end, tokens.end(), [&](std::size_t a, std::size_t b) {
    return probs[a] > probs[b] || (probs[a] == probs[b] && a < b);
  });

  lm::Vector kept(probs.size());
  float sum = 0.0f;
  for (auto token = tokens.begin(); token != end && sum < mass; ++token) {
    kept[*token] = probs[*token];
    sum += probs[*token];
  }
  kit::require(sum > 0.0f, "top_k_top_p: what is left sums to 0; probabilities above 0 are needed");
  for (float& prob : kept) prob /= sum;
  return kept;
}

}  // namespace

lm::Vector lm::top_k_top_p(std::span<const float> probs, int top_k, float top_p) {
  kit::require(!probs.empty() && top_k >= 0 && top_p > 0.0f, "top_k_top_p: ", probs.size(),
               " probabilities, top_k ", top_k, ", top_p ", top_p,
               "; at least 1, not negative, and above 0 are needed");
  const float all = std::numeric_limits<float>::infinity();

  Vector kept(probs.begin(), probs.end());
  if (top_k > 0 && top_k < std::ssize(probs)) kept = keep_likely(kept, to_size(top_k), all);
  if (top_p < 1.0f) kept = keep_likely(kept, kept.size(), top_p);
  return kept;
}
