#pragma once
#include <cstdint>

#include "common/types.hpp"

namespace lm {

/// The state of a random generator, never 0.
struct Rng {
  std::uint64_t state = 1;
};

/// Finds the token with the largest logit; the lower index on ties.
/// Throws std::invalid_argument if logits is empty or holds a NaN.
int argmax(std::span<const float> logits);

/// Turns logits into probabilities:  softmax(logits / temperature)
/// temperature  >= 0; 0: all on argmax(logits)
/// Throws std::invalid_argument if temperature is negative or a logit is NaN.
Vector temperature_probs(std::span<const float> logits, float temperature);

/// Draws a number from [0, 1), by xorshift64* (Vigna 2016):
///     s ^= s >> 12; s ^= s << 25; s ^= s >> 27;  bits = upper half of s * 0x2545F4914F6CDD1D
///     result = (bits >> 8) / 2^24
/// Throws std::invalid_argument if the state is 0: it would stay 0.
float random_unit(Rng& rng);

/// Picks a token:  the first i with  probs[0] + ... + probs[i] > r
///
/// probs    (vocab_size)  sum 1, up to rounding
/// r        in [0, 1)
/// returns  a token with probability above 0; the last such one if rounding leaves none
/// Throws std::invalid_argument if all are 0, or if r is out of range.
int draw(std::span<const float> probs, float r);

}  // namespace lm
