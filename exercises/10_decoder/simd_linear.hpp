#pragma once
#include "common/types.hpp"

namespace lm {

/// Multiplies a weight by a row as fast as memory delivers the weight: several sums side by side in
/// each of its rows, the next rows asked for ahead, several threads:
///     y[o] = sum over i of weight[o][i] * x[i]
///
/// weight     (out, in)  any sizes; fastest if its rows begin at multiples of 64 bytes
/// x          (in)   left unchanged
/// n_threads  >= 1
/// y          (out)  every entry is written, by one thread
///
/// The terms may be summed in any order that does not depend on n_threads: the same bits for all.
/// Throws std::invalid_argument if the shapes do not fit, or if n_threads is below 1.
void simd_linear(MatrixView weight, std::span<const float> x, int n_threads, std::span<float> y);

}  // namespace lm
