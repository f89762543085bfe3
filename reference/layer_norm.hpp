#pragma once
#include <span>

#include "reference/result.hpp"

namespace reference {

/// weight[i]·(x[i] - mean) / sqrt(variance + eps) + bias[i], variance over all of x. The mean is
/// taken away from x and the bias is added: the magnitudes are those of the three terms.
Result layer_norm(std::span<const float> x, std::span<const float> weight,
                  std::span<const float> bias, double eps);

}  // namespace reference
