#pragma once
// Configs for tests.
#include <vector>

#include "common/config.hpp"

namespace kit {

/// A config of these sizes; all else as in a file that tells no more.
inline lm::Config config_of(int hidden, int inner, int layers, int heads, int kv, int dim,
                            int vocab) {
  lm::Config config;
  config.hidden_size = hidden;
  config.intermediate_size = inner;
  config.n_layers = layers;
  config.n_heads = heads;
  config.n_kv_heads = kv;
  config.head_dim = dim;
  config.vocab_size = vocab;
  return config;
}

/// The same sizes of a config, and behind them max_seq_len.
inline std::vector<int> sizes(const lm::Config& c) {
  return {c.hidden_size, c.intermediate_size, c.n_layers,   c.n_heads,
          c.n_kv_heads,  c.head_dim,          c.vocab_size, c.max_seq_len};
}

}  // namespace kit

using kit::config_of, kit::sizes;
