#pragma once
#include "common/types.hpp"

namespace lm {

/// Centers x, scales it to unit variance, then stretches and shifts each channel:
///     y[i] = weight[i] * (x[i] - mean) / sqrt(variance + eps) + bias[i]
/// The variance is the population's: the mean of (x[i] - mean)², divided by the size of x.
///
/// x       (hidden_size)  one token; left unchanged
/// weight  (hidden_size)  learned gain
/// bias    (hidden_size)  learned shift
/// eps     >= 0           added to the variance, under the root
/// returns (hidden_size)
///
/// Throws std::invalid_argument if x is empty, if the sizes differ, or if all entries of x are
/// equal and eps is 0.
/// Source: Ba, Kiros & Hinton 2016, arXiv:1607.06450.
Vector layer_norm(std::span<const float> x, std::span<const float> weight,
                  std::span<const float> bias, float eps);

}  // namespace lm
