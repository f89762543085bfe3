#pragma once
// Configs for check_config, and what it says of them.
#include <string>
#include <vector>

#include "check_config.hpp"
#include "support/configs.hpp"

namespace kit {

/// kind, factor, trained length; then low and high band (llama3), fast and slow end (yarn)
inline lm::RopeScaling scaled(lm::RopeScalingKind kind, double factor, int trained = 0,
                              double low = 1, double high = 4, double fast = 32, double slow = 1) {
  return {kind, factor, trained, low, high, fast, slow, {}, {}, {}, true};
}

/// LLaMA-3-8B with other heads and another scaling.
inline lm::Config model(int n_heads, int n_kv_heads, int head_dim,
                        const lm::RopeScaling& scaling = {}) {
  lm::Config config = config_of(4096, 14336, 32, n_heads, n_kv_heads, head_dim, 128256);
  config.rope_scaling = scaling;
  return config;
}

/// Which of the words does some sentence hold? Without words: is nothing wrong?
inline std::vector<bool> says(const lm::Config& config, std::vector<std::string> words = {}) {
  std::string all;
  for (const std::string& sentence : lm::check_config(config)) all += sentence + "\n";
  std::vector<bool> found;
  for (const std::string& word : words) found.push_back(all.find(word) != std::string::npos);
  return words.empty() ? std::vector{all.empty()} : found;
}

}  // namespace kit

using kit::model, kit::says, kit::scaled;
