#pragma once
#include <span>
#include <vector>

#include "common/types.hpp"
#include "reference/result.hpp"

namespace reference {

/// Of each row the largest |weight|, divided by 127.
std::vector<double> int8_scale(lm::MatrixView weight);

/// weight / scale, row-major and not yet rounded to integers; 0 in a row of zeros.
std::vector<double> int8_steps(lm::MatrixView weight);

/// scale[o]·(data[o][0]·x[0] + data[o][1]·x[1] + …) for each row o, with the magnitude of its terms.
Result int8_linear(lm::MatrixView data, std::span<const float> scale, std::span<const float> x);

}  // namespace reference
