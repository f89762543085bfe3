#pragma once
#include <cstdint>
#include <string>

#include "common/config.hpp"

namespace lm {

/// What can be said about a model from its config alone.
struct ModelDescription {
  std::string attention;  ///< "MHA", "GQA" or "MQA"
  std::string ffn;        ///< "SwiGLU", "GeGLU", "GLU", "ReGLU"; not gated: "SiLU", "GELU" ...

  std::int64_t n_parameters = 0;        ///< every weight once: a tied head is the embedding
  std::int64_t weight_bytes = 0;        ///< n_parameters in the config's dtype
  std::int64_t kv_bytes_per_token = 0;  ///< in the config's dtype, all layers

  bool pre_norm = false;   ///< the four changes since the first Transformer:
  bool rms_norm = false;   ///<   where the norm stands, which norm,
  bool gated_ffn = false;  ///<   which feed-forward network,
  bool rope = false;       ///<   and how positions enter
};

/// Describes a model of the LLaMA family. With h = hidden_size, q = n_heads * head_dim,
/// k = n_kv_heads * head_dim, i = intermediate_size:
///     n_parameters = vocab * h * (tied ? 1 : 2) + h
///                  + n_layers * (2 h q + 2 h k + (gated ? 3 : 2) h i + 2 h
///                                + (attention_bias ? q + 2 k : 0) + (qk_norm ? 2 head_dim : 0))
///
/// config   checked; the kind of the network is what gated_ffn and hidden_act say, not a ratio
/// returns  the description
///
/// Throws std::invalid_argument if the model is a mixture of experts or uses latent attention: its
/// parameters are counted in another way.
ModelDescription describe_model(const Config& config);

}  // namespace lm
