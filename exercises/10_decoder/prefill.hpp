#pragma once
#include "common/rope.hpp"
#include "common/weights.hpp"
#include "kv_cache.hpp"

namespace lm {

/// Reads many tokens at once, layer by layer, each weight times all rows in one matrix product. Up
/// to rounding it does what decoder does token by token: token r of this call sees what the cache
/// held before, and tokens 0 ... r. Every token is normalized alone.
///
/// model      config and weights
/// tokens     n >= 1: a prompt, or the next part of one
/// cache      gains n rows in every layer
/// table      of this run
/// n_threads  >= 1; the result has the same bits for every n_threads
/// logits     (vocab_size)  of the last token
///
/// Throws std::invalid_argument if there is no token, if one is outside the vocabulary, if the
/// cache has no room for all of them, or if logits has another size.
void prefill(const Model& model, std::span<const int> tokens, KvCache& cache,
             const RopeTable& table, int n_threads, std::span<float> logits);

}  // namespace lm
