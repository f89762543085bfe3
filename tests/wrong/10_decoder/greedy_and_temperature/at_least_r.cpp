// Belief: The token is found as soon as the sum reaches r.
// Truth: r can be 0, which a first token without probability reaches. The sum has to be above r.
// Kind: value
// Caught by: greedy_and_temperature draws the token whose share holds r
#include "greedy_and_temperature.hpp"

#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

int lm::argmax(std::span<const float> logits) {
  kit::require(!logits.empty(), "argmax: there are no logits");

  std::size_t best = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    kit::require(!std::isnan(logits[i]), "argmax: logit ", i, " is not a number");
    if (logits[i] > logits[best]) best = i;
  }
  return static_cast<int>(best);
}

lm::Vector lm::temperature_probs(std::span<const float> logits, float temperature) {
  kit::require(temperature >= 0.0f, "temperature_probs: temperature is ", temperature,
               ", it must not be negative");
  const std::size_t best = to_size(argmax(logits));

  if (temperature == 0.0f) {
    Vector probs(logits.size());
    probs[best] = 1.0f;
    return probs;
  }
  // Relative to the best one, so that a tiny temperature sends no logit to infinity.
  Vector scores(logits.begin(), logits.end());
  for (float& score : scores) score = (score - logits[best]) / temperature;
  return softmax(scores);
}

float lm::random_unit(Rng& rng) {
  kit::require(rng.state != 0, "random_unit: the state is 0, it would stay 0");
  rng.state ^= rng.state >> 12;
  rng.state ^= rng.state << 25;
  rng.state ^= rng.state >> 27;
  const auto bits = static_cast<std::uint32_t>(rng.state * 0x2545F4914F6CDD1Du >> 32);
  return static_cast<float>(bits >> 8) / 0x1p24f;
}

int lm::draw(std::span<const float> probs, float r) {
  kit::require(0.0f <= r && r < 1.0f, "draw: r is ", r, ", it needs to be in [0, 1)");

  float sum = 0.0f;
  int last_possible = -1;
  for (std::size_t i = 0; i < probs.size(); ++i) {
    if (probs[i] > 0.0f) last_possible = static_cast<int>(i);
    sum += probs[i];
    if (sum >= r) return static_cast<int>(i);
  }
  kit::require(last_possible >= 0, "draw: all probabilities are 0");
  return last_possible;
}
