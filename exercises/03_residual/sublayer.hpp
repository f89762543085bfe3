#pragma once
#include "common/row_function.hpp"

namespace lm {

/// Adds a sublayer to the residual stream with the norm in front of it, on the branch alone:
///     y = x + f(norm(x))
///
/// x       (hidden_size)  the residual stream of one token; left unchanged
/// norm    (hidden_size) -> (hidden_size)
/// f       (hidden_size) -> (hidden_size)  attention or a feed-forward network
/// returns (hidden_size)
///
/// Calls norm and f once each: attention appends to its cache when it is called.
/// Throws std::invalid_argument if f returns another size than x has.
/// Source: Xiong et al. 2020, arXiv:2002.04745, figure 1b; GPT-2, LLaMA.
Vector pre_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f);

/// Adds a sublayer to the residual stream and normalizes the sum:
///     y = norm(x + f(x))
///
/// Parameters, result, calls and errors as above.
/// Source: Vaswani et al. 2017, arXiv:1706.03762.
Vector post_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f);

}  // namespace lm
