// Exercise: activations         read activations.md, then make `./kit test activations` pass
#include "activations.hpp"

#include <cmath>
#include <numbers>

#include "common/check.hpp"

float lm::sigmoid(float x) {
  // 1. e to the power of -x; for -1000 that is infinity, and nothing is lost
  // 2. return 1 / (1 + that)
  kit::todo("sigmoid");
}

float lm::relu(float x) {
  // 3. return x where it is positive, else 0
  kit::todo("relu");
}

float lm::silu(float x) {
  // 4. return x times its sigmoid
  kit::todo("silu");
}

float lm::gelu(float x) {
  // 5. return x / 2 * (1 + erf(x / sqrt(2))); std::erf, and std::numbers::sqrt2_v<float>
  kit::todo("gelu");
}

float lm::gelu_tanh(float x) {
  // 6. inner: sqrt(2 / pi) times x + 0.044715 x³
  // 7. return x / 2 * (1 + tanh(inner))
  kit::todo("gelu_tanh");
}

float lm::activate(Activation activation, float x) {
  // 8. return the curve that activation names: a switch with five cases
  kit::todo("activate");
}
