#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace reference {

/// exp(logit / temperature) over the sum of all of these, temperature > 0. The largest logit is
/// taken from all. No cancellation: all terms are positive.
std::vector<double> temperature_probs(std::span<const float> logits, double temperature);

/// The upper halves of n numbers of xorshift64* (Vigna 2016), from this state.
std::vector<double> xorshift_star(std::int64_t state, int n);

/// Of all tokens with probability, the first whose running sum is above r; else the last of them.
int draw(std::span<const float> probs, double r);

}  // namespace reference
