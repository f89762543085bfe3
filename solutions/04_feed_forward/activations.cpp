// Exercise: activations         read activations.md, then make `./kit test activations` pass
#include "activations.hpp"

#include <cmath>
#include <numbers>

// exp(-x) of -1000 is infinity, and 1 / (1 + infinity) is 0, as it should be. The form
// exp(x) / (1 + exp(x)) would be infinity / infinity at 1000.
float lm::sigmoid(float x) {
  return 1.0f / (1.0f + std::exp(-x));
}

float lm::relu(float x) {
  return x > 0.0f ? x : 0.0f;
}

float lm::silu(float x) {
  return x / (1.0f + std::exp(-x));
}

// 1 + erf(z) is erfc(-z), and 1 + tanh(z) is 2 * sigmoid(2 z): the same without a difference of two
// near numbers, which would leave no digit of gelu(-5).
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
      break;
  }
  return gelu_tanh(x);
}
