#pragma once
#include "common/types.hpp"

namespace lm {

/// Turns each row of scores into probabilities over the keys that its query may see:
///     query r sees keys 0 ... r + offset;  probs = softmax of these, 0 for all later keys
///
/// scores  (n_queries, n_keys)  left unchanged; hidden scores may be anything, even NaN
/// offset  tokens that are in the cache before query 0; 0 without a cache
/// returns (n_queries, n_keys)
///
/// Rule for a row without any hope: if a query sees no key (r + offset < 0), or if all scores that
/// it sees are -infinity, its probabilities are all 0.
/// Throws std::invalid_argument if a visible score is NaN or +infinity.
/// Source: Vaswani et al. 2017, arXiv:1706.03762, section 3.2.3.
Matrix causal_softmax(MatrixView scores, int offset);

}  // namespace lm
