#pragma once
#include "common/types.hpp"

namespace lm {

/// Cuts the unlikely tokens and makes the rest a distribution again. First top_k, then top_p on
/// what is left, whose sum counts as 1.
///     top_k: keeps exactly k tokens, the most likely; the lower index on ties
///     top_p: keeps the fewest tokens, the most likely first, whose sum reaches top_p, lower index
///            first on ties; the token that reaches it is kept
///
/// probs    (vocab_size)  sum 1, up to rounding; left unchanged
/// top_k    >= 0          0: no cut; more than there are tokens: no cut
/// top_p    > 0           1 or more: no cut
/// returns  (vocab_size)  zeros for what was cut, sum 1; probs itself if nothing is cut
///
/// Throws std::invalid_argument if probs is empty, top_k is negative, top_p is not above 0, or if
/// what a cut leaves sums to 0, as that of zeros does.
/// Source: Fan et al. 2018, arXiv:1805.04833 (top-k); Holtzman et al. 2019, arXiv:1904.09751.
Vector top_k_top_p(std::span<const float> probs, int top_k, float top_p);

}  // namespace lm
