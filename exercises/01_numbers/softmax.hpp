#pragma once
#include "common/types.hpp"

namespace lm {

/// Turns scores into probabilities: positive, with sum 1, the largest score on top.
///     probs[i] = exp(scores[i] - m) / sum over j of exp(scores[j] - m),  m the largest score
///
/// scores  (n)  n >= 1; any size, for instance 1000 or -1000; -infinity counts as "never"
/// returns (n)  each in [0, 1]
///
/// Throws std::invalid_argument if scores is empty, holds a NaN or +infinity, or only -infinity.
/// Source: Bridle 1990; the largest score is taken away so that exp cannot overflow.
Vector softmax(std::span<const float> scores);

}  // namespace lm
