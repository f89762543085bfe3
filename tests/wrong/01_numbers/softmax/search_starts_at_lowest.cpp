// Belief: numeric_limits<float>::lowest() is below every score, so the search for the largest may
//   start there.
// Truth: It is above -infinity: a row of nothing else ends with lowest(), passes the check and is
//   NaN.
// Kind: error
// Caught by: softmax refuses scores that are all -infinity
#include "softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/check.hpp"

lm::Vector lm::softmax(std::span<const float> scores) {
  kit::require(!scores.empty(), "softmax: scores has 0 values; at least 1 is needed");

  constexpr float infinity = std::numeric_limits<float>::infinity();
  float largest = std::numeric_limits<float>::lowest();
  for (const float score : scores) {
    kit::require(score < infinity, "softmax: a score is ", score, "; it must be below infinity");
    largest = std::max(largest, score);
  }
  kit::require(largest > -infinity, "softmax: all scores are -infinity; one must be finite");

  Vector probs(scores.size());
  float sum = 0.0f;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    probs[i] = std::exp(scores[i] - largest);
    sum += probs[i];
  }
  for (float& prob : probs) prob /= sum;
  return probs;
}
