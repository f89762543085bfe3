#pragma once
// A decoder whose weights a test writes by hand. Blocks do nothing until they are told to: a token
// passes through them as it is. One head of two channels; q and k are 0, so that every token takes
// the average of all values so far.
#include "kv_cache.hpp"
#include "support/tiny_model.hpp"

namespace kit {

/// embedding (vocab_size, hidden_size), head (vocab_size, hidden_size); eps 0, relu.
inline lm::Model hand_model(const lm::Matrix& embedding, const lm::Matrix& head, int n_layers) {
  lm::Model model;
  lm::Config& config = model.config;
  config.vocab_size = embedding.rows;
  config.hidden_size = embedding.cols;
  config.intermediate_size = 1;
  config.n_layers = n_layers;
  config.n_heads = config.n_kv_heads = 1;
  config.head_dim = 2;
  config.rms_norm_eps = 0;
  config.hidden_act = lm::Activation::relu;

  lm::Weights& weights = model.weights;
  const int size = config.hidden_size;
  const auto ones = lm::keep(weights, lm::Vector(static_cast<std::size_t>(size), 1.0f));
  lm::LayerWeights layer;
  layer.attn_norm = layer.ffn_norm = weights.final_norm = ones;
  layer.q_proj = layer.k_proj = layer.v_proj = kept(weights, lm::Matrix(2, size));
  layer.o_proj = kept(weights, lm::Matrix(size, 2));
  layer.gate_proj = layer.up_proj = kept(weights, lm::Matrix(1, size));
  layer.down_proj = kept(weights, lm::Matrix(size, 1));
  weights.layers.assign(static_cast<std::size_t>(n_layers), layer);
  weights.token_embedding = kept(weights, embedding);
  weights.lm_head = kept(weights, head);
  return model;
}

/// What layer `layer` adds: o · average of v · norm.
inline void set_attention(lm::Model& model, int layer, const lm::Matrix& v, const lm::Matrix& o) {
  lm::LayerWeights& weights = model.weights.layers[static_cast<std::size_t>(layer)];
  weights.v_proj = kept(model.weights, v);
  weights.o_proj = kept(model.weights, o);
}

/// How layer `layer` weighs its tokens.
inline void set_queries(lm::Model& model, int layer, const lm::Matrix& q, const lm::Matrix& k) {
  lm::LayerWeights& weights = model.weights.layers[static_cast<std::size_t>(layer)];
  weights.q_proj = kept(model.weights, q);
  weights.k_proj = kept(model.weights, k);
}

/// What layer `layer` adds to each q, k and v.
inline void set_biases(lm::Model& model, int layer, const lm::Vector& q, const lm::Vector& k,
                       const lm::Vector& v) {
  lm::LayerWeights& weights = model.weights.layers[static_cast<std::size_t>(layer)];
  weights.q_bias = lm::keep(model.weights, q);
  weights.k_bias = lm::keep(model.weights, k);
  weights.v_bias = lm::keep(model.weights, v);
}

/// How layer `layer` stretches each head of q and k.
inline void set_head_norms(lm::Model& model, int layer, const lm::Vector& q, const lm::Vector& k) {
  lm::LayerWeights& weights = model.weights.layers[static_cast<std::size_t>(layer)];
  weights.q_norm = lm::keep(model.weights, q);
  weights.k_norm = lm::keep(model.weights, k);
}

/// What layer `layer` adds after that: down · (relu(gate · norm) · up · norm), with a gain.
inline void set_ffn(lm::Model& model, int layer, const lm::Vector& gain, const lm::Matrix& gate,
                    const lm::Matrix& up, const lm::Matrix& down) {
  lm::LayerWeights& weights = model.weights.layers[static_cast<std::size_t>(layer)];
  weights.ffn_norm = lm::keep(model.weights, gain);
  weights.gate_proj = kept(model.weights, gate);
  weights.up_proj = kept(model.weights, up);
  weights.down_proj = kept(model.weights, down);
}

/// A table for heads of two channels: every position is a quarter turn.
inline lm::RopeTable quarter_turns() {
  lm::RopeTable table{lm::Matrix(4, 1), lm::Matrix(4, 1)};
  table.cos.data = {1, 0, -1, 0};
  table.sin.data = {0, 1, 0, -1};
  return table;
}

inline lm::KvCache cache_for(const lm::Model& model, int max_seq_len) {
  return lm::make_kv_cache(model.config.n_layers, max_seq_len, model.config.kv_size());
}

}  // namespace kit

using kit::cache_for, kit::hand_model, kit::quarter_turns, kit::set_attention, kit::set_biases,
    kit::set_ffn, kit::set_head_norms, kit::set_queries;
