#pragma once
#include <vector>

#include "common/types.hpp"

namespace reference {

/// Row by row, over the keys t <= r + offset: 1 over the sum of exp(scores[u] - scores[t]).
/// Row-major. No cancellation: all terms are positive.
std::vector<double> causal_softmax(lm::MatrixView scores, int offset);

}  // namespace reference
