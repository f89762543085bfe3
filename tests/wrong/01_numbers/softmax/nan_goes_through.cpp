// Belief: Whoever passes NaN gets NaN; that is how floats work.
// Truth: One NaN makes the whole row NaN, and the next layer, and the text. Refuse it in words
//   where it enters.
// Kind: error
// Caught by: softmax refuses a NaN; softmax refuses +infinity
#include "softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Vector lm::softmax(std::span<const float> scores) {
  kit::require(!scores.empty(), "softmax: scores has 0 values; at least 1 is needed");

  float largest = scores[0];
  for (const float score : scores) largest = std::max(largest, score);

  Vector probs(scores.size());
  float sum = 0.0f;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    probs[i] = std::exp(scores[i] - largest);
    sum += probs[i];
  }
  for (float& prob : probs) prob /= sum;
  return probs;
}
