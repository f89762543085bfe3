// Belief: The largest score is taken away on top of the fraction; below it the sum is as the
//   formula had it.
// Truth: The same number has to go above and below: only then does it cancel.
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

  Vector probs(scores.size());
  float sum = 0.0f;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    probs[i] = std::exp(scores[i] - largest);
    sum += std::exp(scores[i]);
  }
  for (float& prob : probs) prob /= sum;
  return probs;
}
