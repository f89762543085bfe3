#pragma once
#include "common/rope.hpp"
#include "common/weights.hpp"
#include "kv_cache.hpp"

namespace lm {

/// Runs one token through one decoder block:
///     h = x + o_proj · attention(q, k, v of attn_norm(x))
///     y = h + gated feed-forward network of ffn_norm(h)
///
/// x        (hidden_size)  the residual stream of this token; left unchanged
/// weights  of this layer; q_bias, k_bias, v_bias are added if present; q_norm and k_norm, if
///          present, normalize each head before it is turned, with the same eps
/// config   sizes, rms_norm_eps, rope_pairing, hidden_act
/// layer    0 <= layer < n_layers
/// cache    gains one row in this layer; its rows so far are the token's position
/// table    of this run
/// returns  (hidden_size)
///
/// Throws std::invalid_argument if a shape does not fit, or if the cache is full.
/// Source: Touvron et al. 2023, arXiv:2302.13971, section 2.2.
Vector decoder_block(std::span<const float> x, const LayerWeights& weights, const Config& config,
                     int layer, KvCache& cache, const RopeTable& table);

}  // namespace lm
