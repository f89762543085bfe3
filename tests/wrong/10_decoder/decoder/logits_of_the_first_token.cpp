// Belief: The logits are in row 0.
// Truth: What follows is said by the last token, which has seen all others.
// Kind: value
// Caught by: decoder worked example: [4, -2, 1, 8]
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

  Vector x, first;
  for (const int token : tokens) {
    const std::span<const float> embedding = weights.token_embedding.row(token);
    x.assign(embedding.begin(), embedding.end());
    for (int layer = 0; layer < config.n_layers; ++layer) {
      x = decoder_block(x, weights.layers[to_size(layer)], config, layer, cache, table);
    }
    if (first.empty()) first = x;
  }
  return linear(weights.lm_head, rms_norm(first, weights.final_norm, config.rms_norm_eps));
}
