// Exercise: greedy_and_temperature
//           read greedy_and_temperature.md, then make `./kit test greedy_and_temperature` pass
#include "greedy_and_temperature.hpp"

#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

int lm::argmax(std::span<const float> logits) {
  kit::require(!logits.empty(), "argmax: there are no logits");

  // 1. a logit that is not a number is neither large nor small: refuse it
  //    (kit::require, "argmax: …")
  // 2. return the index of the largest logit, the first one on ties
  kit::todo("argmax");
}

lm::Vector lm::temperature_probs(std::span<const float> logits, float temperature) {
  kit::require(temperature >= 0.0f, "temperature_probs: temperature is ", temperature,
               ", it must not be negative");

  // 1. best: the argmax of the logits
  // 2. temperature 0: all probability on best
  // 3. scores: how far each logit lies above the best one (0 or less), over the temperature
  // 4. return the softmax of the scores
  kit::todo("temperature_probs");
}

float lm::random_unit(Rng& rng) {
  // 1. refuse a state of 0
  // 2. mix the state with itself, moved 12 to the right, then 25 to the left, then 27 to the right
  // 3. bits: the upper 32 of the 64 bits of the state times 0x2545F4914F6CDD1D
  // 4. return the upper 24 of these bits, over 2 to the power of 24
  kit::todo("random_unit");
}

int lm::draw(std::span<const float> probs, float r) {
  kit::require(0.0f <= r && r < 1.0f, "draw: r is ", r, ", it needs to be in [0, 1)");

  // 1. add up the probabilities; the first token that brings the sum above r is drawn
  // 2. if rounding kept the sum from getting there: the last token with a probability above 0
  // 3. if there is none, refuse
  kit::todo("draw");
}
