// Belief: ReLU takes the sign away.
// Truth: ReLU takes negative values away: they become 0.
// Kind: value
// Caught by: activations follow the table: ReLU
#include "activations.hpp"

#include <cmath>
#include <numbers>

#include "common/check.hpp"

float lm::sigmoid(float x) {
  return 1.0f / (1.0f + std::exp(-x));
}

float lm::relu(float x) {
  return std::abs(x);
}

float lm::silu(float x) {
  return x / (1.0f + std::exp(-x));
}

float lm::gelu(float x) {
  return 0.5f * x * std::erfc(-x / std::numbers::sqrt2_v<float>);
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
      return gelu_tanh(x);
  }
  kit::require(false, "activate: there is no activation number ", static_cast<int>(activation));
  return 0.0f;
}
