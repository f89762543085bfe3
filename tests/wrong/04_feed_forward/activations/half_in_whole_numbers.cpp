// Belief: gelu begins with 1 / 2 * x, as the formula says.
// Truth: Between whole numbers 1 / 2 is 0: write 0.5f.
// Kind: value
// Caught by: activations follow the table: GELU; activations are finite at 1000 and at -1000
#include "activations.hpp"

#include <cmath>
#include <numbers>

float lm::sigmoid(float x) {
  return 1.0f / (1.0f + std::exp(-x));
}

float lm::relu(float x) {
  return x > 0.0f ? x : 0.0f;
}

float lm::silu(float x) {
  return x / (1.0f + std::exp(-x));
}

float lm::gelu(float x) {
  return static_cast<float>(1 / 2) * x * std::erfc(-x / std::numbers::sqrt2_v<float>);
}

float lm::gelu_tanh(float x) {
  const float root = std::sqrt(2.0f * std::numbers::inv_pi_v<float>);
  return x * sigmoid(2.0f * root * (x + 0.044715f * x * x * x));
}

float lm::activate(Activation activation, float x) {
  switch (activation) {
    case Activation::sigmoid:
      return sigmoid(x);
    case Activation::relu:
      return relu(x);
    case Activation::silu:
      return silu(x);
    case Activation::gelu:
      return gelu(x);
    case Activation::gelu_tanh:
      break;
  }
  return gelu_tanh(x);
}
