// Exercise: decoder             read decoder.md, then make `./kit test decoder` pass
#include "decoder.hpp"

#include "common/check.hpp"
#include "decoder_block.hpp"
#include "linear.hpp"
#include "rms_norm.hpp"

lm::Vector lm::decoder(const Model& model, std::span<const int> tokens, KvCache& cache,
                       const RopeTable& table) {
  const Weights& weights = model.weights;
  const int room = cache.max_seq_len - cache_length(cache);
  kit::require(!tokens.empty() && std::ssize(tokens) <= room, "decoder: ", tokens.size(),
               " tokens came, at least 1 is needed, and there is room for ", room);
  for (const int token : tokens) {
    kit::require(0 <= token && token < weights.token_embedding.rows, "decoder: token ", token,
                 " is outside the vocabulary of ", weights.token_embedding.rows);
  }

  // 1. for each token: x is its row of the embedding, and every block in turn makes a new x of it,
  //    with its own weights and its own layer of the cache
  // 2. of the last x: the final norm, then the head; these are the logits
  kit::todo("decoder");
}
