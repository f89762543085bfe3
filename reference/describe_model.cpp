#include "reference/describe_model.hpp"

namespace {

/// The weights that have been counted so far.
struct Counter {
  std::int64_t n = 0;
  void row(std::int64_t size) { n += size; }
  void matrix(std::int64_t out, std::int64_t in) { n += out * in; }
};

}  // namespace

std::int64_t reference::model_parameters(int hidden_size, int intermediate_size, int n_layers,
                                         int n_heads, int n_kv_heads, int head_dim, int vocab_size,
                                         bool tied, bool gated, bool attention_bias, bool qk_norm) {
  const std::int64_t queries = std::int64_t{n_heads} * head_dim;
  const std::int64_t keys = std::int64_t{n_kv_heads} * head_dim;
  Counter weights;
  weights.matrix(vocab_size, hidden_size);             // token_embedding
  if (!tied) weights.matrix(vocab_size, hidden_size);  // lm_head
  weights.row(hidden_size);                            // final_norm
  for (int layer = 0; layer < n_layers; ++layer) {
    weights.row(hidden_size);              // attn_norm
    weights.matrix(queries, hidden_size);  // q_proj
    weights.matrix(keys, hidden_size);     // k_proj
    weights.matrix(keys, hidden_size);     // v_proj
    weights.matrix(hidden_size, queries);  // o_proj
    if (attention_bias) {
      weights.row(queries);
      weights.row(keys);
      weights.row(keys);
    }
    if (qk_norm) {
      weights.row(head_dim);
      weights.row(head_dim);
    }
    weights.row(hidden_size);  // ffn_norm
    if (gated) weights.matrix(intermediate_size, hidden_size);
    weights.matrix(intermediate_size, hidden_size);
    weights.matrix(hidden_size, intermediate_size);
  }
  return weights.n;
}
