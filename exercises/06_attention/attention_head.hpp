#pragma once
#include "common/types.hpp"

namespace lm {

/// Lets each query gather the values of the keys that match it, in one head:
///     out[r] = sum over t of probs[r][t] * v[t]
///     probs = causal softmax of  q[r] · k[t] / sqrt(head_dim);  query r sees keys 0 ... r + offset
///
/// q       (n_queries, head_dim)  turned to their positions already
/// k       (n_keys, head_dim)     turned to their positions already
/// v       (n_keys, head_dim)     never turned
/// offset  tokens before query 0; one query against a cache of n_keys sees all with n_keys - 1
/// returns (n_queries, head_dim)  zeros for a query that sees no key
///
/// Throws std::invalid_argument if the shapes do not fit together.
/// Source: Vaswani et al. 2017, arXiv:1706.03762, equation 1.
Matrix attention_head(MatrixView q, MatrixView k, MatrixView v, int offset);

}  // namespace lm
