#pragma once
// One decoder block whose weights a test writes by hand. All that is not set is 0, gains are 1,
// eps is 0, the curve is relu: numbers that can be followed in the head.
#include "decoder_block.hpp"
#include "support/tiny_model.hpp"

namespace kit {

struct HandBlock {
  lm::Config config;
  lm::LayerWeights weights;
  lm::Weights memory;
  lm::KvCache cache;
  lm::RopeTable table;  // one plane; every position is a quarter turn

  lm::MatrixView of(const lm::Matrix& matrix) { return kept(memory, matrix); }
  std::span<const float> of(const lm::Vector& values) { return lm::keep(memory, values); }

  /// The next token.
  lm::Vector operator()(const lm::Vector& x) {
    return lm::decoder_block(x, weights, config, 0, cache, table);
  }
};

/// One head of two channels.
inline HandBlock hand_block(int hidden_size, int intermediate_size) {
  HandBlock block;
  lm::Config& config = block.config;
  config.hidden_size = hidden_size;
  config.intermediate_size = intermediate_size;
  config.n_layers = config.n_heads = config.n_kv_heads = 1;
  config.head_dim = 2;
  config.rms_norm_eps = 0;
  config.hidden_act = lm::Activation::relu;

  lm::LayerWeights& weights = block.weights;
  const lm::Vector ones(static_cast<std::size_t>(hidden_size), 1.0f);
  weights.attn_norm = weights.ffn_norm = block.of(ones);
  weights.q_proj = weights.k_proj = weights.v_proj = block.of(lm::Matrix(2, hidden_size));
  weights.o_proj = block.of(lm::Matrix(hidden_size, 2));
  weights.gate_proj = weights.up_proj = block.of(lm::Matrix(intermediate_size, hidden_size));
  weights.down_proj = block.of(lm::Matrix(hidden_size, intermediate_size));

  block.cache = lm::make_kv_cache(1, 4, 2);
  block.table = {lm::Matrix(4, 1), lm::Matrix(4, 1)};
  block.table.cos.data = {1, 0, -1, 0};
  block.table.sin.data = {0, 1, 0, -1};
  return block;
}

}  // namespace kit

using kit::hand_block;
