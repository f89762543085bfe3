#pragma once
#include <span>

#include "common/kinds.hpp"
#include "common/types.hpp"
#include "reference/result.hpp"

namespace reference {

/// W2·act(W1·x). With T the sum of the terms' sizes of one channel of W1·x and h its bent value, an
/// error of h is in proportion to 1.13·T + |h|, as no curve is steeper than 1.13.
Result feed_forward(lm::MatrixView up_proj, lm::MatrixView down_proj, std::span<const float> x,
                    lm::Activation activation);

}  // namespace reference
