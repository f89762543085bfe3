#pragma once
#include "common/types.hpp"

namespace lm {

/// Scales x to unit root-mean-square, then stretches each channel by its gain:
///     y[i] = weight[i] * x[i] / sqrt(mean(x²) + eps)
///
/// x       (hidden_size)  the residual stream of one token; left unchanged
/// weight  (hidden_size)  learned gain, one per channel
/// eps     >= 0           added to the mean square, under the root  (LLaMA-2: 1e-5)
/// returns (hidden_size)
///
/// Throws std::invalid_argument if x is empty, if x and weight differ in size, or if mean(x²) and
/// eps are both 0, as for a row of zeros.
/// Source: Zhang & Sennrich 2019, arXiv:1910.07467; eps as in LLaMA.
Vector rms_norm(std::span<const float> x, std::span<const float> weight, float eps);

}  // namespace lm
