// Belief: A weight has 32 bits or 16.
// Truth: Quantized ones have 8: int8 takes one byte.
// Kind: value
// Caught by: describe_model counts bytes by the dtype
#include "describe_model.hpp"

#include "common/check.hpp"
#include "ffn_size.hpp"
#include "kv_cache_bytes.hpp"

namespace {

std::string attention_kind(const lm::Config& config) {
  if (config.n_kv_heads == config.n_heads) return "MHA";
  return config.n_kv_heads == 1 ? "MQA" : "GQA";
}

std::string ffn_kind(const lm::Config& config) {
  using lm::Activation;
  switch (config.hidden_act) {
    case Activation::sigmoid:
      return config.gated_ffn ? "GLU" : "sigmoid";
    case Activation::relu:
      return config.gated_ffn ? "ReGLU" : "ReLU";
    case Activation::silu:
      return config.gated_ffn ? "SwiGLU" : "SiLU";
    case Activation::gelu:
    case Activation::gelu_tanh:
      return config.gated_ffn ? "GeGLU" : "GELU";
  }
  return "unknown";
}

}  // namespace

lm::ModelDescription lm::describe_model(const Config& config) {
  kit::require(config.n_experts == 0, "describe_model: this is a mixture of ", config.n_experts,
               " experts, its parameters are counted in another way");
  kit::require(config.kv_latent_size == 0,
               "describe_model: with latent attention, parameters are counted in another way");

  const std::int64_t hidden = config.hidden_size;
  const std::int64_t q = config.q_size();
  const std::int64_t kv = config.kv_size();
  std::int64_t layer = 2 * hidden * q + 2 * hidden * kv + 2 * hidden;
  layer += ffn_parameters(config.hidden_size, config.intermediate_size, config.gated_ffn);
  if (config.attention_bias) layer += q + 2 * kv;
  if (config.qk_norm) layer += 2 * std::int64_t{config.head_dim};
  const std::int64_t n_tables = config.tie_word_embeddings ? 1 : 2;

  ModelDescription model;
  model.attention = attention_kind(config);
  model.ffn = ffn_kind(config);
  model.n_parameters = n_tables * config.vocab_size * hidden + config.n_layers * layer + hidden;
  const int width = config.dtype == Dtype::f32 ? 4 : 2;
  model.weight_bytes = model.n_parameters * width;
  model.kv_bytes_per_token = kv_cache_bytes(config, 1, 1, config.dtype);
  model.pre_norm = config.pre_norm;
  model.rms_norm = config.rms_norm;
  model.gated_ffn = config.gated_ffn;
  model.rope = config.rope;
  return model;
}
