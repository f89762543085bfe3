// Exercise: llama2c_file        read llama2c_file.md, then make `./kit test llama2c_file` pass
#include "llama2c_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "common/check.hpp"

namespace {

// In double, which no header can overflow: sizes of 2^31 would overflow even 64 bits.
double bytes_needed(const lm::Config& config) {
  const double hidden = config.hidden_size;
  const double kv_size = hidden / config.n_heads * config.n_kv_heads;
  const double layer = 2 * hidden + 2 * hidden * hidden + 2 * hidden * kv_size +
                       3 * hidden * config.intermediate_size;
  const double rope_tables = 2.0 * std::floor(0.5 * config.max_seq_len * config.head_dim);
  const double vocabularies = config.tie_word_embeddings ? 1 : 2;
  const double values =
      vocabularies * config.vocab_size * hidden + config.n_layers * layer + hidden + rope_tables;
  return 7 * sizeof(std::int32_t) + values * sizeof(float);
}

}  // namespace

lm::Model lm::llama2c_file(std::span<const std::byte> file) {
  std::array<std::int32_t, 7> header = {};
  kit::require(file.size() >= sizeof header, "llama2c_file: the file has ", file.size(),
               " bytes, its header needs ", sizeof header);
  std::memcpy(header.data(), file.data(), sizeof header);
  for (const std::size_t i : {0u, 1u, 2u, 3u, 4u, 6u}) {
    kit::require(header[i] >= 1, "llama2c_file: number ", i, " of the header is ", header[i],
                 ", at least 1 is needed");
  }
  kit::require(header[5] != 0 && header[5] != std::numeric_limits<int>::min(),
               "llama2c_file: vocab_size is ", header[5]);

  Model model;
  Config& config = model.config;
  config.hidden_size = header[0];
  config.intermediate_size = header[1];
  config.n_layers = header[2];
  config.n_heads = header[3];
  config.n_kv_heads = header[4];
  config.tie_word_embeddings = header[5] > 0;
  config.vocab_size = header[5] > 0 ? header[5] : -header[5];
  config.max_seq_len = header[6];
  kit::require(config.hidden_size % config.n_heads == 0, "llama2c_file: ", config.n_heads,
               " heads cannot share hidden_size ", config.hidden_size);
  kit::require(config.n_heads % config.n_kv_heads == 0, "llama2c_file: ", config.n_heads,
               " heads cannot share ", config.n_kv_heads, " key/value heads");
  config.head_dim = config.hidden_size / config.n_heads;
  config.rms_norm_eps = 1e-5f;
  config.rope_theta = 10000.0;
  config.rope_pairing = RopePairing::interleaved;
  const double needed = bytes_needed(config);
  kit::require(needed <= static_cast<double>(file.size()), "llama2c_file: the file has ",
               file.size(), " bytes, its header needs ",
               static_cast<std::int64_t>(std::min(needed, 9e18)));

  Weights& weights = model.weights;
  std::size_t at = sizeof header;
  const auto row = [&](int size) {
    Vector values(to_size(size));
    std::memcpy(values.data(), file.data() + at, values.size() * sizeof(float));
    at += values.size() * sizeof(float);
    return keep(weights, values);
  };
  const auto matrix = [&](int rows, int cols) {
    Vector values(to_size(rows) * to_size(cols));
    std::memcpy(values.data(), file.data() + at, values.size() * sizeof(float));
    at += values.size() * sizeof(float);
    return MatrixView(keep(weights, values).data(), rows, cols);
  };

  const int hidden = config.hidden_size;
  const int inner = config.intermediate_size;
  std::vector<LayerWeights>& layers = weights.layers;
  layers.resize(to_size(config.n_layers));
  weights.token_embedding = matrix(config.vocab_size, hidden);
  for (LayerWeights& layer : layers) layer.attn_norm = row(hidden);
  for (LayerWeights& layer : layers) layer.q_proj = matrix(config.q_size(), hidden);
  for (LayerWeights& layer : layers) layer.k_proj = matrix(config.kv_size(), hidden);
  for (LayerWeights& layer : layers) layer.v_proj = matrix(config.kv_size(), hidden);
  for (LayerWeights& layer : layers) layer.o_proj = matrix(hidden, config.q_size());
  for (LayerWeights& layer : layers) layer.ffn_norm = row(hidden);
  for (LayerWeights& layer : layers) layer.gate_proj = matrix(inner, hidden);
  for (LayerWeights& layer : layers) layer.down_proj = matrix(hidden, inner);
  for (LayerWeights& layer : layers) layer.up_proj = matrix(inner, hidden);
  weights.final_norm = row(hidden);

  const std::size_t rope_table = to_size(config.max_seq_len) * to_size(config.head_dim) / 2;
  at += 2 * rope_table * sizeof(float);
  weights.lm_head =
      config.tie_word_embeddings ? weights.token_embedding : matrix(config.vocab_size, hidden);
  return model;
}
