#pragma once
// What a model is, apart from its weights. Comments name the key of a Hugging Face config.json.
#include <string>
#include <vector>

#include "common/kinds.hpp"
#include "common/rope.hpp"

namespace lm {

struct Config {
  std::string model_type = "llama";  ///< model_type

  int hidden_size = 0;        ///< hidden_size: width of the residual stream
  int intermediate_size = 0;  ///< intermediate_size: width inside the feed-forward network
  int n_layers = 0;           ///< num_hidden_layers
  int n_heads = 0;            ///< num_attention_heads: query heads
  int n_kv_heads = 0;         ///< num_key_value_heads: divides n_heads
  int head_dim = 0;           ///< head_dim: size of one head, not always hidden_size / n_heads
  int vocab_size = 0;         ///< vocab_size; 0: not told, take it from the embedding
  int max_seq_len = 2048;     ///< max_position_embeddings

  float rms_norm_eps = 1e-6f;                          ///< rms_norm_eps
  double rope_theta = 10000.0;                         ///< rope_theta
  RopePairing rope_pairing = RopePairing::half_split;  ///< llama2.c, params.json: interleaved
  RopeScaling rope_scaling;                            ///< rope_scaling or rope_parameters
  Activation hidden_act = Activation::silu;            ///< hidden_act
  Dtype dtype = Dtype::f32;                            ///< torch_dtype: how the file stores weights

  bool tie_word_embeddings = false;  ///< lm_head is the embedding
  bool attention_bias = false;       ///< q, k and v projections add a bias
  bool qk_norm = false;              ///< every head of q and k passes an RMSNorm
  int sliding_window = 0;            ///< tokens a query sees, itself included; 0: all
  int n_experts = 0;                 ///< mixture of experts; 0: one dense network
  int kv_latent_size = 0;            ///< multi-head latent attention; 0: keys and values

  bool pre_norm = true;   ///< the norm stands before each sublayer
  bool rms_norm = true;   ///< RMSNorm; false: LayerNorm
  bool gated_ffn = true;  ///< gate, up and down; false: two matrices
  bool rope = true;       ///< positions turn q and k; false: they are added to the embedding

  int bos_token_id = 1;                  ///< begins every text
  std::vector<int> eos_token_ids = {2};  ///< any of these ends it

  int q_size() const { return n_heads * head_dim; }
  int kv_size() const { return n_kv_heads * head_dim; }
  int group_size() const { return n_heads / n_kv_heads; }
};

}  // namespace lm
