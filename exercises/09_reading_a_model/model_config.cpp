// Exercise: model_config        read model_config.md, then make `./kit test model_config` pass
#include "model_config.hpp"

#include <limits>

#include "common/check.hpp"
#include "common/families.hpp"
#include "common/json.hpp"
#include "ffn_size.hpp"

lm::Config lm::model_config(std::string_view text) {
  Json json = Json::parse(text);
  kit::require(json.is_object(), "model_config: the text is JSON, but no object");
  if (const auto inner = json.find("text_config")) json = *inner;
  Config config;
  if (const auto model_type = json.find("model_type")) config.model_type = model_type->string();
  const Family* family = find_family(config.model_type);
  kit::require(family != nullptr, "model_config: model_type ", config.model_type,
               " is not known here: what its file leaves unsaid cannot be guessed");
  const bool is_params_json = json.find("dim").has_value();

  // Json::find_any({"hidden_size", "dim"}) finds the first name that is there and not null. First
  // write helpers: size(json, names), size(json, names, absent), number(…), flag(…).
  // 1. hidden_size, n_layers, n_heads: refuse a file without them, and what does not fit an int
  // 2. n_kv_heads (absent: n_heads), vocab_size (absent, and -1: 0), max_seq_len (2048)
  // 3. kv_lora_rank: kv_latent_size is it plus qk_rope_head_dim; head_dim qk_nope + qk_rope
  // 4. else head_dim: as the file says; absent: hidden_size / n_heads, if that is whole
  // 5. intermediate_size; params.json: ffn_size; a family without a gate: n_inner, or four times
  //    hidden_size; ffn_is_doubled: half of what the file says
  // 6. rms_norm_eps (1e-6); rope_theta (10000), which rope_parameters may hold as well
  // 7. rope_scaling or rope_parameters: kind by rope_type or type, which must not disagree; a factor
  //    (longrope tells none); original_max_position_embeddings (absent: max_seq_len); all else by
  //    the names of RopeScaling, and as it has them if absent
  // 8. params.json: rope_pairing is interleaved
  // 9. hidden_act and torch_dtype by families.hpp; absent: as the family has it, float32
  // 10. tied head, attention_bias, pre_norm: the file, else the family; qk_norm and the three other
  //     changes (rms_norm, gated_ffn, rope): no file tells them, the family does
  // 11. sliding_window, unless use_sliding_window is false; n_experts
  // 12. bos_token_id; eos_token_id: a number or a list
  kit::todo("model_config");
}
