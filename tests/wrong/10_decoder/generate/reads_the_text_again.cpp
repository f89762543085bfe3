// Belief: The model predicts from a text, so it gets the whole text for every token.
// Truth: The cache holds what was read. Only the new token is read: all else would be the same again,
//   and every token would cost more than the one before.
// Kind: value
// Caught by: generate reads each token once
#include "generate.hpp"

#include <algorithm>

#include "common/check.hpp"
#include "decoder.hpp"
#include "prefill.hpp"
#include "top_k_top_p.hpp"

namespace {

int choose(std::span<const float> logits, const lm::GenerateOptions& options, lm::Rng& rng) {
  if (options.temperature == 0.0f) return lm::argmax(logits);
  const lm::Vector probs = lm::temperature_probs(logits, options.temperature);
  return lm::draw(lm::top_k_top_p(probs, options.top_k, options.top_p), lm::random_unit(rng));
}

}  // namespace

std::vector<int> lm::generate(const Model& model, const RopeTable& table,
                              std::span<const int> prompt, const GenerateOptions& options,
                              KvCache& cache, Rng& rng, const OnToken& on_token) {
  kit::require(!prompt.empty() && std::ssize(prompt) <= cache.max_seq_len,
               "generate: the prompt has ", prompt.size(),
               " tokens, at least 1 is needed, and there is room for ", cache.max_seq_len);
  const Config& config = model.config;

  cache_rollback(cache, cache_length(cache));
  Vector logits(to_size(model.weights.lm_head.rows));
  prefill(model, prompt, cache, table, options.n_threads, logits);

  std::vector<int> tokens;
  while (std::ssize(tokens) < options.max_new_tokens) {
    const int token = choose(logits, options, rng);
    if (token == config.bos_token_id || std::ranges::count(config.eos_token_ids, token) > 0) break;
    tokens.push_back(token);
    if (!on_token(token)) break;

    if (cache_length(cache) == cache.max_seq_len) break;
    if (std::ssize(tokens) < options.max_new_tokens) {
      std::vector<int> all(prompt.begin(), prompt.end());
      all.insert(all.end(), tokens.begin(), tokens.end());
      cache_rollback(cache, cache_length(cache));
      prefill(model, all, cache, table, options.n_threads, logits);
    }
  }
  return tokens;
}
