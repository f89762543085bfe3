// Belief: sqrt(2 / pi) is std::sqrt(2) / pi.
// Truth: The root covers the whole fraction: std::sqrt(2 / pi).
// Kind: value
// Caught by: activations follow the table: GELU by tanh; activations: activate calls the curve that
//   it is given
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
  return 0.5f * x * std::erfc(-x / std::numbers::sqrt2_v<float>);
}

float lm::gelu_tanh(float x) {
  const float root = std::sqrt(2.0f) * std::numbers::inv_pi_v<float>;
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
