// Belief: Each call begins with an empty cache.
// Truth: What it held before stays in view: else a model has no memory. Whoever begins a new text
//   empties it.
// Kind: value
// Caught by: decoder sees the tokens before, in one call or in two
#include "decoder.hpp"

#include "common/check.hpp"
#include "decoder_block.hpp"
#include "linear.hpp"
#include "rms_norm.hpp"

lm::Vector lm::decoder(const Model& model, std::span<const int> tokens, KvCache& cache,
                       const RopeTable& table) {
  const Config& config = model.config;
  const Weights& weights = model.weights;
  const int room = cache.max_seq_len - cache_length(cache);
  kit::require(!tokens.empty() && std::ssize(tokens) <= room, "decoder: ", tokens.size(),
               " tokens came, at least 1 is needed, and there is room for ", room);
  for (const int token : tokens) {
    kit::require(0 <= token && token < weights.token_embedding.rows, "decoder: token ", token,
                 " is outside the vocabulary of ", weights.token_embedding.rows);
  }

  cache_rollback(cache, cache_length(cache));
  Vector x;
  for (const int token : tokens) {
    const std::span<const float> embedding = weights.token_embedding.row(token);
    x.assign(embedding.begin(), embedding.end());
    for (int layer = 0; layer < config.n_layers; ++layer) {
      x = decoder_block(x, weights.layers[to_size(layer)], config, layer, cache, table);
    }
  }
  return linear(weights.lm_head, rms_norm(x, weights.final_norm, config.rms_norm_eps));
}
