#pragma once
#include <span>
#include <vector>

namespace reference {

/// The most likely token, the lower index on ties, is taken again and again: top_k times (0: as
/// often as there are tokens), then anew until the sum of what was taken, over the sum of the first
/// choice, is top_p. Zeros for the others, sum 1. No cancellation: all terms are positive.
std::vector<double> top_k_top_p(std::span<const float> probs, int top_k, double top_p);

}  // namespace reference
