#pragma once
#include <span>
#include <vector>

#include "common/weights.hpp"

namespace reference {

using Rows = std::vector<std::vector<double>>;

/// One decoder block over a whole text, token after token, without a cache: each query meets all
/// rows up to its own. Angles are computed here: position / rope_theta^(2i / head_dim).
Rows decoder_block(const Rows& x, const lm::LayerWeights& weights, const lm::Config& config);

/// The logits behind every token of a text.
Rows decoder(const lm::Model& model, std::span<const int> tokens);

/// The n_new tokens that follow if the one with the largest logit is taken again and again.
std::vector<int> greedy(const lm::Model& model, std::vector<int> tokens, int n_new);

/// Weights of one block without biases: q, k, v, o; gate, up, down; two gains.
int block_parameters(int hidden_size, int n_heads, int n_kv_heads, int head_dim,
                     int intermediate_size);

}  // namespace reference
