#pragma once
#include <span>

#include "common/types.hpp"
#include "reference/result.hpp"

namespace reference {

/// weight[o][0]·x[0] + weight[o][1]·x[1] + … for each row o. Terms of both signs cancel: the
/// magnitudes say how much.
Result linear(lm::MatrixView weight, std::span<const float> x);

}  // namespace reference
