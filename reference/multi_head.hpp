#pragma once
#include "common/types.hpp"
#include "reference/result.hpp"

namespace reference {

/// Token r: o_proj · (head 0, head 1, …), head h the mean of v over tokens 0 … r, weighed by
/// exp(q·k / sqrt(head_dim)). Row-major. The magnitudes follow the terms through all four products:
/// an error of q or k changes a score, an error of a score changes a share.
Result multi_head(lm::MatrixView x, lm::MatrixView q_proj, lm::MatrixView k_proj,
                  lm::MatrixView v_proj, lm::MatrixView o_proj, int n_heads);

}  // namespace reference
