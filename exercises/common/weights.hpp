#pragma once
// The weights of a decoder: views of memory that all copies share. A matrix has shape (out, in).
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "common/config.hpp"
#include "common/types.hpp"

namespace lm {

/// One decoder block. A span without entries means that the model has no such weight.
struct LayerWeights {
  std::span<const float> attn_norm;  ///< (hidden_size)
  MatrixView q_proj;                 ///< (q_size, hidden_size)
  MatrixView k_proj;                 ///< (kv_size, hidden_size)
  MatrixView v_proj;                 ///< (kv_size, hidden_size)
  MatrixView o_proj;                 ///< (hidden_size, q_size)
  std::span<const float> q_bias;     ///< (q_size) or none
  std::span<const float> k_bias;     ///< (kv_size) or none
  std::span<const float> v_bias;     ///< (kv_size) or none
  std::span<const float> q_norm;     ///< (head_dim) or none
  std::span<const float> k_norm;     ///< (head_dim) or none

  std::span<const float> ffn_norm;  ///< (hidden_size)
  MatrixView gate_proj;             ///< (intermediate_size, hidden_size)
  MatrixView up_proj;               ///< (intermediate_size, hidden_size)
  MatrixView down_proj;             ///< (hidden_size, intermediate_size)
};

/// The whole decoder. `storage` keeps alive what the views show; it is shared by all copies.
struct Weights {
  MatrixView token_embedding;         ///< (vocab_size, hidden_size)
  std::vector<LayerWeights> layers;   ///< (n_layers)
  std::span<const float> final_norm;  ///< (hidden_size)
  MatrixView lm_head;                 ///< (vocab_size, hidden_size); tied: the embedding itself
  std::vector<std::shared_ptr<const float>> storage;
};

struct Model {
  Config config;
  Weights weights;
};

/// Memory that begins at a multiple of 64 bytes, where a processor reads fastest.
std::shared_ptr<void> aligned_memory(std::size_t n_bytes);

/// Copies values to aligned memory that lives as long as the weights. Returns the copy.
std::span<const float> keep(Weights& weights, std::span<const float> values);

/// How many bytes of weights this program has kept so far: how far loading is.
std::size_t kept_bytes();

}  // namespace lm
