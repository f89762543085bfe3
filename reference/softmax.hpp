#pragma once
#include <span>
#include <vector>

namespace reference {

/// exp(scores[i]) over the sum of exp(scores[j]), written so that no exponential can overflow:
/// 1 over the sum of exp(scores[j] - scores[i]). No cancellation: all terms are positive.
std::vector<double> softmax(std::span<const float> scores);

}  // namespace reference
