// Belief: exp(score) over the sum of all exp(score): that is the formula.
// Truth: It is, but exp(89) is infinity in float32. Take the largest score away first.
// Kind: value
// Caught by: softmax of large scores is finite; softmax of scores far below zero is finite; softmax
//   of scores far apart leaves one
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
    probs[i] = std::exp(scores[i]);
    sum += probs[i];
  }
  for (float& prob : probs) prob /= sum;
  return probs;
}
