// Belief: rope_theta is above 0 in every model.
// Truth: Only a rotation has a base; a model that adds its positions need not tell one.
// Kind: value
// Caught by: check_config finds nothing wrong with models that run; check_config wants numbers that
//   are finite and above 0
#include "check_config.hpp"

#include <cmath>

std::vector<std::string> lm::check_config(const Config& config) {
  std::vector<std::string> faults;
  const auto need = [&](bool ok, const std::string& sentence) {
    if (!ok) faults.push_back(sentence);
  };
  const auto at_least = [&](const char* name, int value, int least) {
    need(value >= least, std::string(name) + " is " + std::to_string(value) + ": at least " +
                             std::to_string(least) + " is needed");
  };
  const auto positive = [&](const char* name, double value) {
    need(std::isfinite(value) && value > 0.0, std::string(name) + " is " + std::to_string(value) +
                                                  ": a finite number above 0 is needed");
  };

  at_least("n_layers", config.n_layers, 1);
  at_least("hidden_size", config.hidden_size, 1);
  at_least("intermediate_size", config.intermediate_size, 1);
  at_least("n_heads", config.n_heads, 1);
  at_least("n_kv_heads", config.n_kv_heads, 1);
  at_least("head_dim", config.head_dim, 1);
  at_least("vocab_size", config.vocab_size, 1);
  at_least("max_seq_len", config.max_seq_len, 1);
  at_least("sliding_window", config.sliding_window, 0);
  at_least("n_experts", config.n_experts, 0);
  at_least("kv_latent_size", config.kv_latent_size, 0);

  need(config.n_kv_heads < 1 || config.n_heads % config.n_kv_heads == 0,
       "n_heads is " + std::to_string(config.n_heads) + " and n_kv_heads is " +
           std::to_string(config.n_kv_heads) +
           ": every key/value head must serve equally many heads");
  need(!config.rope || config.head_dim % 2 == 0,
       "head_dim is " + std::to_string(config.head_dim) + ": rotary pairs need an even number");

  positive("rms_norm_eps", config.rms_norm_eps);
  positive("rope_theta", config.rope_theta);

  using Kind = RopeScalingKind;
  const RopeScaling& scaling = config.rope_scaling;
  if (scaling.kind != Kind::none) {
    need(std::isfinite(scaling.factor) && scaling.factor >= 1.0,
         "rope_scaling.factor is " + std::to_string(scaling.factor) + ": at least 1 is needed");
  }
  if (scaling.kind == Kind::yarn || scaling.kind == Kind::llama3 || scaling.kind == Kind::dynamic) {
    at_least("rope_scaling.original_max_seq_len", scaling.original_max_seq_len, 1);
  }
  if (scaling.kind == Kind::yarn) {
    // DeepSeek's files say beta_fast = beta_slow: the ramp is one plane wide then.
    need(scaling.beta_fast >= scaling.beta_slow && scaling.beta_slow > 0.0,
         "rope_scaling has beta_fast " + std::to_string(scaling.beta_fast) + " and beta_slow " +
             std::to_string(scaling.beta_slow) + ": fast >= slow > 0 is needed");
  }
  if (scaling.kind == Kind::llama3) {
    need(scaling.high_freq_factor > scaling.low_freq_factor && scaling.low_freq_factor > 0.0,
         "rope_scaling has high_freq_factor " + std::to_string(scaling.high_freq_factor) +
             " and low_freq_factor " + std::to_string(scaling.low_freq_factor) +
             ": high > low > 0 is needed");
  }

  const auto is_token = [&](const char* name, int id) {
    need(0 <= id && id < config.vocab_size, std::string(name) + " is " + std::to_string(id) +
                                                ": the vocabulary ends before " +
                                                std::to_string(config.vocab_size));
  };
  is_token("bos_token_id", config.bos_token_id);
  for (const int id : config.eos_token_ids) is_token("eos_token_ids", id);
  return faults;
}
