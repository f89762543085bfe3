#pragma once
#include <span>

#include "common/kinds.hpp"
#include "common/types.hpp"
#include "reference/result.hpp"

namespace reference {

/// Wd·(act(Wg·x) ⊙ (Wu·x)). With G and U the sums of the terms' sizes of one channel, an error of
/// its product is in proportion to 1.13·G·|u| + |act(g)|·U, as no curve is steeper than 1.13.
Result gated_feed_forward(lm::MatrixView gate_proj, lm::MatrixView up_proj,
                          lm::MatrixView down_proj, std::span<const float> x,
                          lm::Activation activation);

}  // namespace reference
