#pragma once
#include <cstdint>

namespace lm {

/// What generating costs, in one layer and one head.
struct WorkCounts {
  std::int64_t projections = 0;  ///< tokens whose key and value are computed
  std::int64_t dots = 0;         ///< products of a query with a key that it may see
};

/// Counts the work of reading a prompt and writing n_new tokens. The last new token is never read,
/// so the model sees prompt_len + n_new - 1 positions.
///     with a cache:    each position is projected once, and its query meets the keys so far
///     without a cache: each new token runs all tokens so far again, each query with its own keys
///
/// prompt_len  P >= 1
/// n_new       n >= 1  the first one follows from the prompt alone
/// cached      whether keys and values are kept
/// returns     64 bits
///
/// Throws std::invalid_argument if a length is below 1.
WorkCounts work_counts(int prompt_len, int n_new, bool cached);

}  // namespace lm
