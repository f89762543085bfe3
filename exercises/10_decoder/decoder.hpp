#pragma once
#include "common/rope.hpp"
#include "common/weights.hpp"
#include "kv_cache.hpp"

namespace lm {

/// Reads tokens one after another and scores what may follow the last of them:
///     x = token_embedding[token]; x = block(x) for every layer; logits = lm_head · final_norm(x)
///
/// model    config and weights
/// tokens   n >= 1: a whole prompt, or one token at a time; 0 <= token < vocab_size
/// cache    gains one row in every layer for each token; what it held before stays in view
/// table    of this run, the same in every call: keys in the cache keep the angles they came with
/// returns  logits (vocab_size) of the last token; the others need none
///
/// Throws std::invalid_argument if there is no token, if one is outside the vocabulary, or if the
/// cache has no room for all of them.
Vector decoder(const Model& model, std::span<const int> tokens, KvCache& cache,
               const RopeTable& table);

}  // namespace lm
