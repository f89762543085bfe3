#pragma once
#include "common/types.hpp"

namespace lm {

/// Multiplies a weight by a row, the product inside every layer:
///     y[o] = sum over i of weight[o][i] * x[i]
///
/// weight  (out, in)  row o makes output o, as checkpoints store it
/// x       (in)       left unchanged
/// returns (out)
///
/// Sums in float32, in the order i = 0, 1, 2, ...
/// Throws std::invalid_argument if x does not have one value for each column of weight.
/// Source: the layout of PyTorch's Linear. Books that write x·W store the transpose, (in, out).
Vector linear(MatrixView weight, std::span<const float> x);

}  // namespace lm
