#pragma once
// What a family of models never writes into its config.json: facts that its own program knows. And
// the words in which config.json names a choice.
#include <stdexcept>
#include <string>
#include <string_view>

#include "common/kinds.hpp"
#include "common/rope.hpp"

namespace lm {

struct Family {
  std::string_view model_type;
  bool runs = false;               ///< the decoder of this kit runs it
  bool counts_like_llama = false;  ///< it has the weights that describe_model counts, no others
  bool tied = false;               ///< lm_head is the embedding unless the file says no
  bool attention_bias = false;     ///< q, k and v have a bias unless the file says no
  bool qk_norm = false;
  bool pre_norm = true;
  bool rms_norm = true;
  bool gated_ffn = true;
  bool rope = true;
  Activation hidden_act = Activation::silu;  ///< if the file names none
  bool gelu_is_tanh = false;                 ///< "gelu" in the file means the tanh form
  bool ffn_is_doubled = false;               ///< intermediate_size counts gate and up together
};

inline constexpr Family families[] = {
    {.model_type = "llama", .runs = true, .counts_like_llama = true},
    {.model_type = "mistral", .runs = true, .counts_like_llama = true},
    {.model_type = "qwen2", .runs = true, .counts_like_llama = true, .attention_bias = true},
    {.model_type = "qwen3", .runs = true, .counts_like_llama = true, .qk_norm = true},

    {.model_type = "cohere", .tied = true, .rms_norm = false},
    {.model_type = "deepseek"},
    {.model_type = "deepseek_v2"},
    {.model_type = "deepseek_v3"},
    {.model_type = "falcon",
     .tied = true,
     .rms_norm = false,
     .gated_ffn = false,
     .hidden_act = Activation::gelu},
    {.model_type = "gemma",
     .counts_like_llama = true,
     .tied = true,
     .hidden_act = Activation::gelu_tanh,
     .gelu_is_tanh = true},
    {.model_type = "gemma2", .tied = true, .hidden_act = Activation::gelu_tanh},
    {.model_type = "gemma3_text",
     .tied = true,
     .qk_norm = true,
     .hidden_act = Activation::gelu_tanh},
    {.model_type = "gpt2",
     .tied = true,
     .attention_bias = true,
     .rms_norm = false,
     .gated_ffn = false,
     .rope = false,
     .hidden_act = Activation::gelu_tanh},
    {.model_type = "gpt_oss", .attention_bias = true},
    {.model_type = "gptj",
     .rms_norm = false,
     .gated_ffn = false,
     .hidden_act = Activation::gelu_tanh},
    {.model_type = "internlm2", .counts_like_llama = true},
    {.model_type = "kimi_k2"},
    {.model_type = "llama4_text"},
    {.model_type = "minicpm"},
    {.model_type = "ministral3"},
    {.model_type = "mixtral"},
    {.model_type = "olmo2", .qk_norm = true, .pre_norm = false},
    {.model_type = "orion", .rms_norm = false},
    {.model_type = "phi",
     .attention_bias = true,
     .rms_norm = false,
     .gated_ffn = false,
     .hidden_act = Activation::gelu_tanh},
    {.model_type = "phi-msft",
     .attention_bias = true,
     .rms_norm = false,
     .gated_ffn = false,
     .hidden_act = Activation::gelu_tanh},
    {.model_type = "phi3", .counts_like_llama = true},
    {.model_type = "qwen",
     .counts_like_llama = true,
     .attention_bias = true,
     .ffn_is_doubled = true},
    {.model_type = "qwen2_moe", .attention_bias = true},
    {.model_type = "qwen3_moe", .qk_norm = true},
    {.model_type = "stablelm", .rms_norm = false},
    {.model_type = "starcoder2",
     .tied = true,
     .attention_bias = true,
     .rms_norm = false,
     .gated_ffn = false,
     .hidden_act = Activation::gelu_tanh},
};

/// Finds a family by its model_type; none if this kit does not know it.
constexpr const Family* find_family(std::string_view model_type) {
  for (const Family& family : families) {
    if (family.model_type == model_type) return &family;
  }
  return nullptr;
}

/// The choice that a config.json calls by this name. Throws std::invalid_argument if it is unknown.
inline Activation activation_named(const std::string& name, const Family& family) {
  if (name == "silu" || name == "swish") return Activation::silu;
  if (name == "gelu") return family.gelu_is_tanh ? Activation::gelu_tanh : Activation::gelu;
  if (name == "gelu_new" || name == "gelu_pytorch_tanh") return Activation::gelu_tanh;
  if (name == "relu") return Activation::relu;
  if (name == "sigmoid") return Activation::sigmoid;
  throw std::invalid_argument("there is no activation " + name + " here");
}

inline Dtype dtype_named(const std::string& name) {
  if (name == "float32") return Dtype::f32;
  if (name == "float16") return Dtype::f16;
  if (name == "bfloat16") return Dtype::bf16;
  throw std::invalid_argument("there is no dtype " + name + " here");
}

inline RopeScalingKind rope_scaling_named(const std::string& name) {
  if (name == "default" || name == "gptj") return RopeScalingKind::none;
  if (name == "linear") return RopeScalingKind::linear;
  if (name == "ntk") return RopeScalingKind::ntk;
  if (name == "dynamic") return RopeScalingKind::dynamic;
  if (name == "yarn") return RopeScalingKind::yarn;
  if (name == "llama3") return RopeScalingKind::llama3;
  if (name == "longrope" || name == "su") return RopeScalingKind::longrope;
  throw std::invalid_argument("there is no rope scaling " + name + " here");
}

}  // namespace lm
