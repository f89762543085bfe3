// Belief: std::max_element finds a NaN if there is one, so one look at the largest is enough.
// Truth: Every comparison with a NaN is false: only one in front stays the largest. Look at each
//   score.
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
  const float largest = *std::max_element(scores.begin(), scores.end());
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
