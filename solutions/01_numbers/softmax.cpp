// Exercise: softmax             read softmax.md, then make `./kit test softmax` pass
#include "softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Vector lm::softmax(std::span<const float> scores) {
  kit::require(!scores.empty(), "softmax: there are no scores, at least one is needed");

  const float largest = *std::max_element(scores.begin(), scores.end());
  Vector probs(scores.size());
  float sum = 0.0f;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    probs[i] = std::exp(scores[i] - largest);
    sum += probs[i];
  }
  // NaN, +infinity, or nothing but -infinity: in each case the sum is NaN.
  kit::require(std::isfinite(sum), "softmax: scores need to be finite or -infinity, not all of it");

  for (float& prob : probs) prob /= sum;
  return probs;
}
