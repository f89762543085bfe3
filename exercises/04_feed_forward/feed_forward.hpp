#pragma once
#include "common/kinds.hpp"
#include "common/types.hpp"

namespace lm {

/// Widens a row, bends it, and narrows it again:
///     y = W2 · act(W1 · x)
///
/// up_proj     W1, (intermediate_size, hidden_size)
/// down_proj   W2, (hidden_size, intermediate_size)
/// x           (hidden_size)  left unchanged
/// activation  applied to each of the intermediate_size values
/// returns     (hidden_size)
///
/// No bias; the residual is added by the caller.
/// Throws std::invalid_argument if the shapes do not fit together.
/// Source: Vaswani et al. 2017, arXiv:1706.03762, section 3.3.
Vector feed_forward(MatrixView up_proj, MatrixView down_proj, std::span<const float> x,
                    Activation activation);

}  // namespace lm
