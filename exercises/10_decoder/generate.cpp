// Exercise: generate            read generate.md, then make `./kit test generate` pass
#include "generate.hpp"

#include "common/check.hpp"
#include "decoder.hpp"
#include "prefill.hpp"
#include "top_k_top_p.hpp"

std::vector<int> lm::generate(const Model& model, const RopeTable& table,
                              std::span<const int> prompt, const GenerateOptions& options,
                              KvCache& cache, Rng& rng, const OnToken& on_token) {
  kit::require(!prompt.empty() && std::ssize(prompt) <= cache.max_seq_len,
               "generate: the prompt has ", prompt.size(),
               " tokens, at least 1 is needed, and there is room for ", cache.max_seq_len);

  // 1. empty the cache, and read the prompt with prefill: these logits choose the first new token
  // 2. while there are fewer than max_new_tokens new ones: choose a token. At temperature 0 that is
  //    argmax; else probabilities at this temperature, the cuts, and one draw
  // 3. <s> or a token that ends the text: stop, and keep it to yourself
  // 4. take the token down and report it; stop if on_token says so
  // 5. if another one is wanted and there is room in the cache: read the token with decoder
  kit::todo("generate");
}
