// Belief: probs[i] is exp(scores[i] − L), with L the logarithm of the sum of exp(scores[j] − m).
// Truth: L has to take m back: it is m + log of that sum, or exp(m) remains as a factor.
// Kind: value
// Caught by: softmax worked example: exponentials 1, 2, 3; softmax worked example: a row of
//   attention
#include "softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/check.hpp"

lm::Vector lm::softmax(std::span<const float> scores) {
  kit::require(!scores.empty(), "softmax: scores has 0 values; at least 1 is needed");

  constexpr float infinity = std::numeric_limits<float>::infinity();
  float largest = -infinity;
  for (const float score : scores) {
    kit::require(score < infinity, "softmax: a score is ", score, "; it must be below infinity");
    largest = std::max(largest, score);
  }
  kit::require(largest > -infinity, "softmax: all scores are -infinity; one must be finite");

  float sum = 0.0f;
  for (const float score : scores) sum += std::exp(score - largest);
  const float log_sum = std::log(sum);
  Vector probs;
  for (const float score : scores) probs.push_back(std::exp(score - log_sum));
  return probs;
}
