// Belief: An infinity among the scores is a mistake, so I refuse it.
// Truth: -infinity says "never", exp makes 0 of it, and the causal mask depends on that.
// Kind: error
// Caught by: softmax gives a score of -infinity nothing
#include "softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Vector lm::softmax(std::span<const float> scores) {
  kit::require(!scores.empty(), "softmax: scores has 0 values; at least 1 is needed");

  float largest = scores[0];
  for (const float score : scores) {
    kit::require(std::isfinite(score), "softmax: a score is ", score, "; it must be finite");
    largest = std::max(largest, score);
  }

  Vector probs(scores.size());
  float sum = 0.0f;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    probs[i] = std::exp(scores[i] - largest);
    sum += probs[i];
  }
  for (float& prob : probs) prob /= sum;
  return probs;
}
