// Exercise: check_config        read check_config.md, then make `./kit test check_config` pass
#include "check_config.hpp"

#include <cmath>

#include "common/check.hpp"

std::vector<std::string> lm::check_config(const Config& config) {
  std::vector<std::string> faults;
  const auto need = [&](bool ok, const std::string& sentence) {
    if (!ok) faults.push_back(sentence);
  };
  need(config.n_layers >= 1,
       "n_layers is " + std::to_string(config.n_layers) + ": at least 1 is needed");

  // 1. the seven other sizes: at least 1; sliding_window, n_experts and kv_latent_size: at least 0
  // 2. n_kv_heads divides n_heads; mind that n_kv_heads may be 0
  // 3. with rope, head_dim is even
  // 4. rms_norm_eps and, with rope, rope_theta are finite and above 0 (std::isfinite)
  // 5. if rope_scaling has a kind: its factor is finite and at least 1
  // 6. dynamic, yarn, llama3: original_max_seq_len is at least 1
  // 7. yarn: beta_fast >= beta_slow > 0; llama3: high_freq_factor > low_freq_factor > 0
  // 8. bos_token_id and each of eos_token_ids: 0 or more, and below vocab_size
  // 9. return all faults, not only the first
  kit::todo("check_config");
}
