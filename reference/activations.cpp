#include "reference/activations.hpp"

#include <cmath>
#include <numbers>

double reference::sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

double reference::relu(double x) {
  return std::fmax(0, x);
}

double reference::silu(double x) {
  return x * sigmoid(x);
}

double reference::gelu(double x) {
  return x * std::erfc(-x / std::numbers::sqrt2) / 2;
}

double reference::gelu_tanh(double x) {
  const double z = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * std::pow(x, 3));
  return x / (1 + std::exp(-2 * z));
}

double reference::activate(lm::Activation activation, double x) {
  if (activation == lm::Activation::sigmoid) return sigmoid(x);
  if (activation == lm::Activation::relu) return relu(x);
  if (activation == lm::Activation::silu) return silu(x);
  if (activation == lm::Activation::gelu) return gelu(x);
  return gelu_tanh(x);
}
