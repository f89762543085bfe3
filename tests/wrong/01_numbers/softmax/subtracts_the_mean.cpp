// Belief: A constant changes nothing, so I take the mean of the scores away.
// Truth: In float32 only the largest is safe: it leaves no exponent above 0.
// Kind: value
// Caught by: softmax of scores far apart leaves one; softmax gives a score of -infinity nothing
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

  float mean = 0.0f;
  for (const float score : scores) mean += score / static_cast<float>(scores.size());

  Vector probs(scores.size());
  float sum = 0.0f;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    probs[i] = std::exp(scores[i] - mean);
    sum += probs[i];
  }
  for (float& prob : probs) prob /= sum;
  return probs;
}
