#pragma once
#include "common/types.hpp"

namespace lm {

/// Multiplies a weight by a row with several threads; each takes whole rows of the weight:
///     y[o] = sum over i of weight[o][i] * x[i]
///
/// weight     (out, in)
/// x          (in)   left unchanged
/// n_threads  >= 1
/// y          (out)  every entry is written, by one thread
///
/// The result has the same bits for every n_threads.
/// Throws std::invalid_argument if the shapes do not fit, or if n_threads is below 1.
void parallel_linear(MatrixView weight, std::span<const float> x, int n_threads,
                     std::span<float> y);

}  // namespace lm
