#pragma once
#include "common/rope.hpp"
#include "kv_cache.hpp"

namespace lm {

/// Runs one token's attention in one layer against the cache:
///     pos = tokens of this layer so far; turn q and k to pos; store k and v; attend to all rows
///
/// q        (n_heads * head_dim)     projected, not yet turned; left unchanged
/// k        (n_kv_heads * head_dim)  projected, not yet turned; left unchanged
/// v        (n_kv_heads * head_dim)  never turned
/// layer    0 <= layer < n_layers    every layer counts its own tokens
/// cache    gains one row in this layer and in no other
/// table    (n_positions, head_dim/2)  the same for all tokens of a run: keys keep their turn
/// pairing  which channels turn together
/// returns  (n_heads * head_dim)  what the token's query heads gathered, before o_proj
///
/// Throws std::invalid_argument if a shape does not fit, the cache is full, or pos is beyond table;
/// the cache is then as it was before.
/// Source: Shazeer 2019, arXiv:1911.02150, section 2.4, for decoding with stored keys.
Vector decode_step(std::span<const float> q, std::span<const float> k, std::span<const float> v,
                   int layer, KvCache& cache, const RopeTable& table, RopePairing pairing);

}  // namespace lm
