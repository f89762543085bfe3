#pragma once
#include <functional>
#include <vector>

#include "common/rope.hpp"
#include "common/weights.hpp"
#include "greedy_and_temperature.hpp"
#include "kv_cache.hpp"

namespace lm {

/// How to choose, and how many at most.
struct GenerateOptions {
  int max_new_tokens = 0;    ///< >= 0
  float temperature = 0.0f;  ///< 0: greedy
  int top_k = 0;             ///< 0: no cut
  float top_p = 1.0f;        ///< 1: no cut
  int n_threads = 1;         ///< >= 1, for reading the prompt
};

/// Called with every new token as soon as it is chosen; false ends the text.
using OnToken = std::function<bool(int token)>;

/// Continues a prompt. Empties the cache, reads the prompt, then chooses a token, reports it and
/// reads it, again and again. The first new token follows from the prompt's last logits.
///
/// model     config and weights
/// table     at least as many positions as the cache has room for
/// prompt    n >= 1 tokens, <s> included
/// options   temperature, then top_k and top_p, then one draw for each token; greedy draws none
/// cache     any state; afterwards it holds all tokens that were read
/// rng       goes on where it stood
/// returns   the new tokens, without the prompt
///
/// Stops at bos_token_id or one of eos_token_ids (not reported, not returned), after
/// max_new_tokens, when on_token says so, or when the cache is full: n tokens of prompt and m new
/// ones need n + m - 1 places, for the last one is not read. Throws std::invalid_argument if the
/// prompt is empty or does not fit the cache.
std::vector<int> generate(const Model& model, const RopeTable& table, std::span<const int> prompt,
                          const GenerateOptions& options, KvCache& cache, Rng& rng,
                          const OnToken& on_token);

}  // namespace lm
