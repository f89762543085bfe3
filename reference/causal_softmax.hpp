#pragma once
#include <vector>

#include "common/types.hpp"

namespace reference {

/// Row by row, over the keys t <= r + offset that are not -infinity: exp(scores[t] - largest) over
/// the sum of these. Row-major; 0 elsewhere. No cancellation: all terms are positive.
std::vector<double> causal_softmax(lm::MatrixView scores, int offset);

}  // namespace reference
