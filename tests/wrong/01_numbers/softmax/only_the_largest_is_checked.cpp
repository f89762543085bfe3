// Belief: A NaN is the largest of its row, so it is enough to look at the largest score.
// Truth: Every comparison with a NaN is false, so a search for the largest passes it by: look at
//   each score.
// Kind: error
// Caught by: softmax refuses a NaN
#include "softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/check.hpp"

lm::Vector lm::softmax(std::span<const float> scores) {
  kit::require(!scores.empty(), "softmax: scores has 0 values; at least 1 is needed");

  constexpr float infinity = std::numeric_limits<float>::infinity();
  float largest = -infinity;
  for (const float score : scores) largest = std::max(largest, score);
  kit::require(largest < infinity, "softmax: a score is ", largest, "; it must be below infinity");
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
