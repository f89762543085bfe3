// Exercise: model_config        read model_config.md, then make `./kit test model_config` pass
#include "model_config.hpp"

#include <limits>

#include "common/check.hpp"
#include "common/families.hpp"
#include "common/json.hpp"
#include "ffn_size.hpp"

namespace {

using lm::Json;
using Names = std::initializer_list<std::string_view>;

int to_int(std::int64_t value) {
  kit::require(value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max(),
               "model_config: a size is ", value, ", it needs to fit 32 bits");
  return static_cast<int>(value);
}

int size(const Json& json, Names names) {
  const std::optional<Json> member = json.find_any(names);
  kit::require(member.has_value(), "model_config: ", std::string(*names.begin()), " is missing");
  return to_int(member->integer());
}

int size(const Json& json, Names names, int absent) {
  const std::optional<Json> member = json.find_any(names);
  return member ? to_int(member->integer()) : absent;
}

double number(const Json& json, Names names, double absent) {
  const std::optional<Json> member = json.find_any(names);
  return member ? member->number() : absent;
}

bool flag(const Json& json, Names names, bool absent) {
  const std::optional<Json> member = json.find_any(names);
  return member ? member->boolean() : absent;
}

lm::RopeScaling rope_scaling(const Json& json, int max_seq_len) {
  lm::RopeScaling scaling;
  const std::optional<Json> kind = json.find_any({"rope_type", "type"});
  if (!kind) return scaling;
  const std::string old_name = json.find("type").value_or(*kind).string();
  kit::require(kind->string() == old_name, "model_config: rope_type says ", kind->string(),
               ", type says ", old_name);

  scaling.kind = lm::rope_scaling_named(kind->string());
  if (scaling.kind == lm::RopeScalingKind::none) return scaling;
  const bool needs_factor = scaling.kind != lm::RopeScalingKind::longrope;
  kit::require(!needs_factor || json.find("factor"), "model_config: rope_scaling has no factor");
  scaling.factor = number(json, {"factor"}, 1.0);
  scaling.original_max_seq_len = size(json, {"original_max_position_embeddings"}, max_seq_len);
  scaling.low_freq_factor = number(json, {"low_freq_factor"}, scaling.low_freq_factor);
  scaling.high_freq_factor = number(json, {"high_freq_factor"}, scaling.high_freq_factor);
  scaling.beta_fast = number(json, {"beta_fast"}, scaling.beta_fast);
  scaling.beta_slow = number(json, {"beta_slow"}, scaling.beta_slow);
  scaling.truncate = flag(json, {"truncate"}, scaling.truncate);
  if (const auto value = json.find("attention_factor")) scaling.attention_factor = value->number();
  if (const auto value = json.find("mscale")) scaling.mscale = value->number();
  if (const auto value = json.find("mscale_all_dim")) scaling.mscale_all_dim = value->number();
  return scaling;
}

}  // namespace

lm::Config lm::model_config(std::string_view text) {
  Json json = Json::parse(text);
  kit::require(json.is_object(), "model_config: the text is JSON, but no object");
  if (const auto inner = json.find("text_config")) json = *inner;
  const bool is_params_json = json.find("dim").has_value();

  Config config;
  if (const auto model_type = json.find("model_type")) config.model_type = model_type->string();
  const Family* family = find_family(config.model_type);
  kit::require(family != nullptr, "model_config: model_type ", config.model_type,
               " is not known here: what its file leaves unsaid cannot be guessed");

  config.hidden_size = size(json, {"hidden_size", "dim", "n_embd"});
  config.n_layers = size(json, {"num_hidden_layers", "n_layers", "n_layer", "num_layers"});
  config.n_heads = size(json, {"num_attention_heads", "n_heads", "n_head", "query_heads"});
  config.n_kv_heads = size(json, {"num_key_value_heads", "n_kv_heads", "num_kv_heads", "n_head_kv"},
                           config.n_heads);
  config.vocab_size = size(json, {"vocab_size"}, 0);
  if (config.vocab_size == -1) config.vocab_size = 0;
  config.max_seq_len =
      size(json, {"max_position_embeddings", "n_positions", "max_seq_len", "max_sequence_slots"},
           config.max_seq_len);

  config.kv_latent_size = size(json, {"kv_lora_rank"}, 0);
  if (config.kv_latent_size > 0) {
    const int rope_size = size(json, {"qk_rope_head_dim"});
    config.kv_latent_size = to_int(std::int64_t{config.kv_latent_size} + rope_size);
    config.head_dim = to_int(std::int64_t{size(json, {"qk_nope_head_dim"})} + rope_size);
  } else if (const auto head_dim = json.find_any({"head_dim", "kv_channels"})) {
    config.head_dim = to_int(head_dim->integer());
  } else if (config.n_heads >= 1) {
    kit::require(config.hidden_size % config.n_heads == 0,
                 "model_config: head_dim is missing, and ", config.n_heads,
                 " heads cannot share hidden_size ", config.hidden_size);
    config.head_dim = config.hidden_size / config.n_heads;
  }

  if (is_params_json) {
    config.intermediate_size = ffn_size(config.hidden_size, size(json, {"multiple_of"}, 256),
                                        number(json, {"ffn_dim_multiplier"}, 1.0));
  } else if (family->gated_ffn) {
    config.intermediate_size = size(json, {"intermediate_size", "ffn_hidden_size"});
  } else {
    const int absent = to_int(std::int64_t{4} * config.hidden_size);
    config.intermediate_size = size(json, {"intermediate_size", "n_inner"}, absent);
  }
  if (family->ffn_is_doubled) config.intermediate_size /= 2;

  config.rms_norm_eps = static_cast<float>(
      number(json, {"rms_norm_eps", "norm_eps", "layer_norm_eps", "layer_norm_epsilon"}, 1e-6));
  config.rope_theta = number(json, {"rope_theta", "rotary_emb_base"}, config.rope_theta);
  if (const auto rope = json.find_any({"rope_parameters", "rope_scaling"})) {
    config.rope_theta = number(*rope, {"rope_theta"}, config.rope_theta);
    config.rope_scaling = rope_scaling(*rope, config.max_seq_len);
  }
  if (is_params_json) config.rope_pairing = RopePairing::interleaved;

  config.hidden_act = family->hidden_act;
  if (const auto name = json.find_any({"hidden_act", "hidden_activation", "activation_function"})) {
    config.hidden_act = activation_named(name->string(), *family);
  }
  if (const auto name = json.find_any({"torch_dtype", "dtype"})) {
    config.dtype = dtype_named(name->string());
  }

  config.tie_word_embeddings = flag(json, {"tie_word_embeddings"}, family->tied);
  config.attention_bias =
      flag(json, {"attention_bias", "use_qkv_bias", "bias"}, family->attention_bias);
  config.qk_norm = family->qk_norm;
  const bool has_window = flag(json, {"use_sliding_window"}, true);
  config.sliding_window = has_window ? size(json, {"sliding_window"}, 0) : 0;
  config.n_experts = size(json, {"num_local_experts", "n_routed_experts", "num_experts"}, 0);

  config.pre_norm = flag(json, {"pre_norm"}, family->pre_norm);
  config.rms_norm = family->rms_norm;
  config.gated_ffn = family->gated_ffn;
  config.rope = family->rope;

  config.bos_token_id = size(json, {"bos_token_id"}, config.bos_token_id);
  if (const auto eos = json.find("eos_token_id")) {
    config.eos_token_ids.clear();
    const std::vector<Json> ids = eos->is_array() ? eos->items() : std::vector<Json>{*eos};
    for (const Json& id : ids) config.eos_token_ids.push_back(to_int(id.integer()));
  }
  return config;
}
