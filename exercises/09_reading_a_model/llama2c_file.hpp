#pragma once
#include <cstddef>

#include "common/weights.hpp"

namespace lm {

/// Reads a checkpoint of llama2.c (version 0): seven int32 (little-endian), then float32 values.
///     header: hidden_size, intermediate_size, n_layers, n_heads, n_kv_heads, vocab_size,
///             max_seq_len; a negative vocab_size means a head of its own, -size is the size
///     values: token_embedding; then of every kind all layers in turn: attn_norm, q_proj, k_proj,
///             v_proj, o_proj, ffn_norm, gate_proj, down_proj, up_proj; then final_norm; two RoPE
///             tables of max_seq_len * head_dim / 2 values, rounded down: skip; lm_head if not tied
///
/// file     the whole file
/// returns  config and weights; head_dim = hidden_size / n_heads, rms_norm_eps 1e-5, rope_theta
///          10000, pairing interleaved
///
/// Throws std::invalid_argument, with bytes found and needed, if a size is below 1, if n_heads does
/// not divide hidden_size or n_kv_heads does not divide n_heads, or if the file is too short.
/// Source: Karpathy 2023, llama2.c, export.py, legacy_export.
Model llama2c_file(std::span<const std::byte> file);

}  // namespace lm
