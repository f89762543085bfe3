#include "supported.hpp"

#include <algorithm>
#include <limits>

#include "common/families.hpp"

bool lm::is_countable(const Config& config) {
  // In double, which no product of these can overflow.
  const double heads = 1.0 * std::max(config.n_heads, config.n_kv_heads) * config.head_dim;
  const double width = std::max({heads, 1.0 * config.hidden_size, 1.0 * config.intermediate_size});
  return heads <= std::numeric_limits<int>::max() && width * width * config.n_layers <= 1e17 &&
         1.0 * config.vocab_size * config.hidden_size <= 1e17;
}

std::string lm::why_unsupported(const Config& config) {
  const Family* family = find_family(config.model_type);
  if (family == nullptr || !family->runs) {
    return "this decoder does not run the family " + config.model_type;
  }
  if (config.n_experts > 0) return "this decoder does not run mixtures of experts";
  if (config.kv_latent_size > 0) return "this decoder does not run latent attention";
  if (!config.rms_norm || !config.pre_norm || !config.gated_ffn || !config.rope) {
    return "this decoder runs RMSNorm in front of each sublayer, a gated feed-forward network, "
           "and RoPE; this model has something else";
  }
  if (config.rope_scaling.kind == RopeScalingKind::longrope) {
    return "this decoder does not know the rope scaling longrope";
  }
  return "";
}
