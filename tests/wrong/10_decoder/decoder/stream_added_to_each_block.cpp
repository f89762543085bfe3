// Belief: The residual stream goes around each block: x + block(x).
// Truth: It goes around each sublayer, inside the block, which returns the stream itself.
// Kind: value
// Caught by: decoder runs every layer with its own weights and its own cache; decoder agrees with
//   the reference
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
      const Vector y =
          decoder_block(x, weights.layers[to_size(layer)], config, layer, cache, table);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += y[i];
    }
  }
  return linear(weights.lm_head, rms_norm(x, weights.final_norm, config.rms_norm_eps));
}
