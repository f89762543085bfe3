// Exercise: top_k_top_p         read top_k_top_p.md, then make `./kit test top_k_top_p` pass
#include "top_k_top_p.hpp"

#include <algorithm>

#include "common/check.hpp"

lm::Vector lm::top_k_top_p(std::span<const float> probs, int top_k, float top_p) {
  kit::require(!probs.empty() && top_k >= 0 && top_p > 0.0f, "top_k_top_p: ", probs.size(),
               " probabilities, top_k ", top_k, ", top_p ", top_p,
               "; at least 1, not negative, and above 0 are needed");

  // 1. order the tokens: the most likely first, the lower index first where two are alike
  // 2. top_k, unless it is 0 or more than there are: keep the first k, divide them by their sum
  // 3. top_p, if it is below 1: keep tokens in that order until their sum reaches top_p
  // 4. nothing cut: return probs itself. Otherwise divide what is kept by its sum, and refuse a sum
  //    of 0 (kit::require, "top_k_top_p: …"); all others are 0, and each stays at its own index
  kit::todo("top_k_top_p");
}
