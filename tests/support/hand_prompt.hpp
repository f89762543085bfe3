#pragma once
// Prompts by hand for prefill.
#include "prefill.hpp"
#include "support/hand_model.hpp"

namespace kit {

/// The logits behind these tokens, every position a quarter turn.
inline lm::Vector read(const lm::Model& model, std::vector<int> tokens, lm::KvCache& cache) {
  lm::Vector logits(static_cast<std::size_t>(model.weights.lm_head.rows), 99.0f);
  lm::prefill(model, tokens, cache, quarter_turns(), 1, logits);
  return logits;
}

/// The same from an empty cache.
inline lm::Vector read(const lm::Model& model, const std::vector<int>& tokens) {
  auto cache = cache_for(model, static_cast<int>(tokens.size()));
  return read(model, tokens, cache);
}

/// Two tokens of four channels; four times the average of their third channels goes to the first.
inline lm::Model two_tokens(double q, double k) {
  auto model = hand_model(matrix({{1, 1, 1, -1}, {1, 1, -1, -1}}),
                          matrix({{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}), 1);
  set_queries(model, 0, matrix({{q, 0, 0, 0}, {0, 0, 0, 0}}), matrix({{k, 0, 0, 0}, {0, 0, 0, 0}}));
  set_attention(model, 0, matrix({{0, 0, 1, 0}, {0, 0, 0, 0}}),
                matrix({{4, 0}, {0, 4}, {0, 0}, {0, 0}}));
  return model;
}

}  // namespace kit

using kit::read, kit::two_tokens;
