#pragma once
#include "common/types.hpp"
#include "reference/result.hpp"

namespace reference {

/// Row r: Σ p[t]·v[t] over the keys t <= r + offset, p their share of exp(q[r]·k[t] / sqrt(width)).
/// Row-major. An error in a score changes its share in proportion, so the terms p·|v| count once
/// for the sum and once for the size S of the scores: Σ p·|v|·(1 + S[t] + Σ p·S).
Result attention_head(lm::MatrixView q, lm::MatrixView k, lm::MatrixView v, int offset);

}  // namespace reference
