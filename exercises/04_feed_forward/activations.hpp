#pragma once
#include "common/kinds.hpp"

namespace lm {

/// Squeezes x between 0 and 1:  1 / (1 + exp(-x))
float sigmoid(float x);

/// Keeps what is positive:  max(0, x)
float relu(float x);

/// Multiplies x by its own sigmoid:  x * sigmoid(x).  Also called Swish.
/// Source: Elfwing et al. 2017, arXiv:1702.03118.
float silu(float x);

/// Multiplies x by the chance that a normal variable is below x:  x / 2 * (1 + erf(x / sqrt(2)))
/// Source: Hendrycks & Gimpel 2016, arXiv:1606.08415.
float gelu(float x);

/// Approximates gelu as GPT-2 and Gemma do:
///     x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x³)))
float gelu_tanh(float x);

/// Applies the curve that a config names.
///
/// activation  one of the five above
/// x           any finite number; at 1000 and at -1000 the result is finite, too
///
/// All six take one float32 and return one.
float activate(Activation activation, float x);

}  // namespace lm
