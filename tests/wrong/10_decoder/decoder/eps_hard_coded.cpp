// Belief: eps is 1e-5.
// Truth: eps belongs to the checkpoint.
// Kind: value
// Caught by: decoder agrees with the reference with five layers and a tied head
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

  Vector x;
  for (const int token : tokens) {
    const std::span<const float> embedding = weights.token_embedding.row(token);
    x.assign(embedding.begin(), embedding.end());
    for (int layer = 0; layer < config.n_layers; ++layer) {
      x = decoder_block(x, weights.layers[to_size(layer)], config, layer, cache, table);
    }
  }
  return linear(weights.lm_head, rms_norm(x, weights.final_norm, 1e-5f));
}
