// Belief: If several tokens end a text, the first is the true one.
// Truth: Any of them ends it: a chat model ends its turn with another token than a document.
// Kind: value
// Caught by: generate stops at the end of a text, when told so, and in a full cache
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
    if (token == config.bos_token_id || (!config.eos_token_ids.empty() && token == config.eos_token_ids.front())) break;
    tokens.push_back(token);
    if (!on_token(token)) break;

    if (cache_length(cache) == cache.max_seq_len) break;
    if (std::ssize(tokens) < options.max_new_tokens) {
      logits = decoder(model, std::span(&token, 1), cache, table);
    }
  }
  return tokens;
}
