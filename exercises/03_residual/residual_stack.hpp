#pragma once
#include <vector>

#include "common/row_function.hpp"

namespace lm {

/// Sends x through a whole pre-norm stack:
///     x = x + sublayers[n](norms[n](x))  for n = 0, 1, 2, ...;  then y = final_norm(x), once
///
/// x           (hidden_size)  the embedding of one token; left unchanged
/// norms       (n_sublayers)  one for each sublayer
/// sublayers   (n_sublayers)  attention and feed-forward networks: two for each decoder block
/// final_norm  (hidden_size) -> (hidden_size)
/// returns     (hidden_size)
///
/// Calls each of them once, in order.
/// Throws std::invalid_argument if norms and sublayers differ in number.
/// Source: the final norm is GPT-2's ln_f, LLaMA's model.norm.
Vector residual_stack(std::span<const float> x, const std::vector<RowFunction>& norms,
                      const std::vector<RowFunction>& sublayers, const RowFunction& final_norm);

/// Tells how much the n-th sublayer adds to the stream, when the embedding and every branch have
/// variance 1 and are independent: its size over the size of the sum it lands in, 1 / sqrt(n + 1).
///
/// n       >= 1  counted from 1; a decoder block has two sublayers
/// returns in (0, 1)
///
/// Throws std::invalid_argument if n < 1.
double sublayer_share(int n);

}  // namespace lm
