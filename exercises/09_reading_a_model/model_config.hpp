#pragma once
#include <string_view>

#include "common/config.hpp"

namespace lm {

/// Reads what a model is from its config.json (Hugging Face) or params.json (Meta).
///
/// What is not told, or null, gets its default: n_kv_heads = n_heads; head_dim = hidden_size /
/// n_heads; rope_theta 10000; rms_norm_eps 1e-6; max_seq_len 2048; no scaling, or its trained length
/// max_seq_len; what the family of model_type leaves unsaid (common/families.hpp); else as in
/// Config. What the file says always wins over what could be computed.
///
/// Names that differ from file to file are all understood: num_hidden_layers, n_layers, n_layer;
/// rope_scaling with "rope_type" or "type" and original_max_position_embeddings; rope_parameters,
/// which holds rope_theta as well; text_config, inside which a multimodal file keeps everything.
/// params.json tells multiple_of and ffn_dim_multiplier instead of intermediate_size, -1 as size of
/// the vocabulary (read as 0: not told), and pairs channels (2i, 2i + 1).
///
/// text     of the file
/// returns  the config, not yet checked: see check_config
///
/// Throws std::invalid_argument (JsonError) if the text is no JSON, if a size is missing or no
/// whole number of 32 bits, if a value has the wrong kind, if rope_type and type disagree, if a
/// scaling has no factor, if head_dim is missing and n_heads does not divide hidden_size, or if the
/// model_type, an activation or a scaling is unknown.
Config model_config(std::string_view text);

}  // namespace lm
