// Belief: exp(score − m) lies between 0 and 1, so it is a probability.
// Truth: Probabilities sum to 1 as well: divide each by the sum.
// Kind: value
// Caught by: softmax worked example: exponentials 1, 2, 3; softmax of large scores is finite
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

  Vector probs;
  for (const float score : scores) probs.push_back(std::exp(score - largest));
  return probs;
}
