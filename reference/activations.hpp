#pragma once
#include "common/kinds.hpp"

namespace reference {

/// 1 / (1 + exp(-x)). None of these cancels: each is written as products and positive sums.
double sigmoid(double x);
/// max(0, x)
double relu(double x);
/// x·sigmoid(x)
double silu(double x);
/// x·Φ(x), where Φ(x) is erfc(-x/√2) / 2
double gelu(double x);
/// x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³))), where (1 + tanh z) / 2 is 1 / (1 + exp(-2z))
double gelu_tanh(double x);
/// The one that a config names.
double activate(lm::Activation activation, double x);

}  // namespace reference
