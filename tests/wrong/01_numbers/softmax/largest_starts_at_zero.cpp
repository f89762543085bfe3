// Belief: The search for the largest starts at 0, or at numeric_limits<float>::min().
// Truth: Scores may all be negative: start at the first score or at -infinity. min() is the
//   smallest positive float.
// Kind: value
// Caught by: softmax of scores far below zero is finite; softmax of one score is 1
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

  const float from_zero = std::max(largest, 0.0f);

  Vector probs(scores.size());
  float sum = 0.0f;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    probs[i] = std::exp(scores[i] - from_zero);
    sum += probs[i];
  }
  for (float& prob : probs) prob /= sum;
  return probs;
}
