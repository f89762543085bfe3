#pragma once
#include <span>
#include <vector>

#include "common/types.hpp"
#include "reference/result.hpp"

namespace reference {

/// All positions up to pos that are less than `window` away from it.
std::vector<int> window_positions(int pos, int window);

/// What the last of several tokens gathers through a window, computed without a ring: keys and
/// values are those of all tokens, row t not turned (pairs 2i, 2i + 1); q belongs to the last row.
Result sliding_window(std::span<const float> q, lm::MatrixView keys, lm::MatrixView values,
                      int window, int head_dim, double rope_theta);

}  // namespace reference
