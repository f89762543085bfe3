#pragma once
#include <string>
#include <vector>

#include "common/config.hpp"

namespace lm {

/// Lists everything that is wrong with a config, one sentence each, with what was found and what is
/// needed: "n_heads is 6 and n_kv_heads is 4: every key/value head must serve equally many heads".
///
/// Sizes:    n_layers, hidden_size, intermediate_size, n_heads, n_kv_heads, head_dim, vocab_size,
///           max_seq_len are at least 1; n_kv_heads divides n_heads; head_dim is even (with rope)
/// Numbers:  rms_norm_eps, with rope rope_theta: finite, above 0; windows and counts: not negative
/// Scaling:  factor finite, at least 1; dynamic, yarn, llama3: original_max_seq_len at least 1;
///           beta_fast >= beta_slow > 0; high_freq_factor > low_freq_factor > 0
/// Tokens:   bos_token_id and eos_token_ids are below vocab_size and not negative
///
/// config   as model_config returns it
/// returns  the sentences, each naming its field; empty if nothing is wrong
///
/// Never throws and never divides by zero, whatever the config holds.
std::vector<std::string> check_config(const Config& config);

}  // namespace lm
