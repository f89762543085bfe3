#pragma once
// Small decoders for tests: from seeded random weights, or from the conformance data.
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>

#include "common/rope.hpp"
#include "common/weights.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

namespace kit {

/// Three query heads on each of two key/value heads; hidden_size is not n_heads * head_dim, and all
/// sizes differ.
inline lm::Config tiny_config() {
  lm::Config config;
  config.hidden_size = 10;
  config.intermediate_size = 17;
  config.n_layers = 2;
  config.n_heads = 6;
  config.n_kv_heads = 2;
  config.head_dim = 4;
  config.vocab_size = 29;
  config.max_seq_len = 64;
  config.rms_norm_eps = 1e-5f;
  return config;
}

/// Cosines and sines of all angles up to n_positions, from the formula.
inline lm::RopeTable tiny_table(const lm::Config& config, int n_positions) {
  const int n_planes = config.head_dim / 2;
  lm::RopeTable table{lm::Matrix(n_positions, n_planes), lm::Matrix(n_positions, n_planes)};
  for (int pos = 0; pos < n_positions; ++pos) {
    for (int i = 0; i < n_planes; ++i) {
      const double angle = pos * std::pow(config.rope_theta, -2.0 * i / config.head_dim);
      table.cos(pos, i) = static_cast<float>(std::cos(angle));
      table.sin(pos, i) = static_cast<float>(std::sin(angle));
    }
  }
  return table;
}

inline lm::MatrixView kept(lm::Weights& weights, const lm::Matrix& matrix) {
  return {lm::keep(weights, matrix.data).data(), matrix.rows, matrix.cols};
}

/// Random weights that keep rows near their size, so that scores, gates and logits are about 1:
/// with the small weights of a fresh model every softmax is even, and mistakes stay unseen.
inline lm::Model tiny_model(const lm::Config& config, std::uint64_t seed) {
  lm::Model model{config, {}};
  lm::Weights& weights = model.weights;
  seed *= 1000;
  const auto matrix = [&](int rows, int cols) {
    const double bound = 2.0 / std::sqrt(static_cast<double>(cols));
    return kept(weights, random_matrix(rows, cols, ++seed, -bound, bound));
  };
  const auto gain = [&](int size) { return lm::keep(weights, random_gain(size, ++seed)); };
  const auto bias = [&](int size) {
    const int n = config.attention_bias ? size : 0;
    return lm::keep(weights, random_row(n, ++seed, -1, 1));
  };
  const auto head_gain = [&] { return gain(config.qk_norm ? config.head_dim : 0); };

  weights.token_embedding = matrix(config.vocab_size, config.hidden_size);
  for (int layer = 0; layer < config.n_layers; ++layer) {
    lm::LayerWeights all;
    all.attn_norm = gain(config.hidden_size);
    all.q_proj = matrix(config.q_size(), config.hidden_size);
    all.k_proj = matrix(config.kv_size(), config.hidden_size);
    all.v_proj = matrix(config.kv_size(), config.hidden_size);
    all.o_proj = matrix(config.hidden_size, config.q_size());
    all.q_bias = bias(config.q_size());
    all.k_bias = bias(config.kv_size());
    all.v_bias = bias(config.kv_size());
    all.q_norm = head_gain();
    all.k_norm = head_gain();
    all.ffn_norm = gain(config.hidden_size);
    all.gate_proj = matrix(config.intermediate_size, config.hidden_size);
    all.up_proj = matrix(config.intermediate_size, config.hidden_size);
    all.down_proj = matrix(config.hidden_size, config.intermediate_size);
    weights.layers.push_back(all);
  }
  weights.final_norm = gain(config.hidden_size);
  weights.lm_head = config.tie_word_embeddings ? weights.token_embedding
                                               : matrix(config.vocab_size, config.hidden_size);
  return model;
}

/// The same model with its rows of q and k in the order of the interleaved pairing: row 2i is the
/// old row i of a head, row 2i + 1 the old row i + head_dim/2.
inline lm::Model interleaved(lm::Model model) {
  const int head_dim = model.config.head_dim;
  model.config.rope_pairing = lm::RopePairing::interleaved;
  const auto reorder = [&](lm::MatrixView weight) {
    lm::Matrix result(weight.rows, weight.cols);
    for (int i = 0; i < weight.rows; ++i) {
      const int in_head = i % head_dim;
      const int old = i - in_head + in_head / 2 + in_head % 2 * (head_dim / 2);
      for (int j = 0; j < weight.cols; ++j) result(i, j) = weight(old, j);
    }
    return kept(model.weights, result);
  };
  for (lm::LayerWeights& layer : model.weights.layers) {
    layer.q_proj = reorder(layer.q_proj);
    layer.k_proj = reorder(layer.k_proj);
  }
  return model;
}

/// The model of golden/tiny_llama.json; nothing, and skip(), where there is no such data.
inline std::optional<lm::Model> golden_tiny_llama() {
  const auto file = golden_file("golden/tiny_llama_weights.json");
  if (!file) return {};
  lm::Model model;
  lm::Config& config = model.config;
  config.hidden_size = 32;
  config.intermediate_size = 88;
  config.n_layers = 2;
  config.n_heads = 4;
  config.n_kv_heads = 2;
  config.head_dim = 8;
  config.vocab_size = 64;
  config.rms_norm_eps = 1e-5f;
  const GoldenCase tensors = file->object("tensors");
  const auto tensor = [&](const std::string& name) {
    const GoldenCase golden = tensors.object(name);
    const std::vector<int> shape = golden.integers("shape");
    lm::Matrix values(shape.size() == 2 ? shape[0] : 1, shape.back());
    std::size_t i = 0;
    for (const int q : golden.integers("q")) values.data[i++] = static_cast<float>(q) / 1024;
    return kept(model.weights, values);
  };
  const auto gain = [&](const std::string& name) { return tensor(name).row(0); };
  model.weights.token_embedding = tensor("model.embed_tokens.weight");
  for (int layer = 0; layer < config.n_layers; ++layer) {
    const std::string name = "model.layers." + std::to_string(layer) + ".";
    lm::LayerWeights all;
    all.attn_norm = gain(name + "input_layernorm.weight");
    all.q_proj = tensor(name + "self_attn.q_proj.weight");
    all.k_proj = tensor(name + "self_attn.k_proj.weight");
    all.v_proj = tensor(name + "self_attn.v_proj.weight");
    all.o_proj = tensor(name + "self_attn.o_proj.weight");
    all.ffn_norm = gain(name + "post_attention_layernorm.weight");
    all.gate_proj = tensor(name + "mlp.gate_proj.weight");
    all.up_proj = tensor(name + "mlp.up_proj.weight");
    all.down_proj = tensor(name + "mlp.down_proj.weight");
    model.weights.layers.push_back(all);
  }
  model.weights.final_norm = gain("model.norm.weight");
  model.weights.lm_head = tensor("lm_head.weight");
  return model;
}

/// models/stories260K.bin, a trained model in llama2.c's file; nothing, and skip(), without it.
inline std::optional<lm::Model> golden_stories() {
  const auto path = conformance_file("models/stories260K.bin");
  if (!path) return {};
  std::ifstream in(*path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  int sizes[7];
  std::memcpy(sizes, bytes.data(), sizeof sizes);
  lm::Model model;
  lm::Config& config = model.config;
  config.hidden_size = sizes[0];
  config.intermediate_size = sizes[1];
  config.n_layers = sizes[2];
  config.n_heads = sizes[3];
  config.n_kv_heads = sizes[4];
  config.head_dim = sizes[0] / sizes[3];
  config.vocab_size = sizes[5];
  config.max_seq_len = sizes[6];
  config.rms_norm_eps = 1e-5f;
  config.rope_pairing = lm::RopePairing::interleaved;
  std::size_t at = sizeof sizes;
  const auto take = [&](int rows, int cols) {
    lm::Matrix values(rows, cols);
    std::memcpy(values.data.data(), bytes.data() + at, values.data.size() * sizeof(float));
    at += values.data.size() * sizeof(float);
    return kept(model.weights, values);
  };
  std::vector<lm::LayerWeights>& layers = model.weights.layers;
  layers.resize(static_cast<std::size_t>(config.n_layers));
  const int dim = config.hidden_size, ffn = config.intermediate_size;
  model.weights.token_embedding = model.weights.lm_head = take(config.vocab_size, dim);
  for (auto& layer : layers) layer.attn_norm = take(1, dim).row(0);
  for (auto& layer : layers) layer.q_proj = take(config.q_size(), dim);
  for (auto& layer : layers) layer.k_proj = take(config.kv_size(), dim);
  for (auto& layer : layers) layer.v_proj = take(config.kv_size(), dim);
  for (auto& layer : layers) layer.o_proj = take(dim, config.q_size());
  for (auto& layer : layers) layer.ffn_norm = take(1, dim).row(0);
  for (auto& layer : layers) layer.gate_proj = take(ffn, dim);
  for (auto& layer : layers) layer.down_proj = take(dim, ffn);
  for (auto& layer : layers) layer.up_proj = take(ffn, dim);
  model.weights.final_norm = take(1, dim).row(0);
  return model;
}

}  // namespace kit

using kit::interleaved, kit::tiny_config, kit::tiny_model, kit::tiny_table;
