// Belief: A probability is a share: a score over the sum of the scores.
// Truth: A share of the exponentials. Scores may be negative, and their sum may be 0.
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
  for (const float score : scores) sum += score;
  Vector probs;
  for (const float score : scores) probs.push_back(score / sum);
  return probs;
}
