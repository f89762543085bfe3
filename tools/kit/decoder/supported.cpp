#include "supported.hpp"

#include <algorithm>
#include <limits>

#include "check_config.hpp"
#include "common/check.hpp"
#include "common/families.hpp"

namespace {

bool is_countable(const lm::Config& config) {
  // In double, which no product of these can overflow.
  const double heads = 1.0 * std::max(config.n_heads, config.n_kv_heads) * config.head_dim;
  const double width = std::max({heads, 1.0 * config.hidden_size, 1.0 * config.intermediate_size});
  return heads <= std::numeric_limits<int>::max() && width * width * config.n_layers <= 1e17 &&
         1.0 * config.vocab_size * config.hidden_size <= 1e17;
}

}  // namespace

void lm::refuse_impossible(const Config& config) {
  std::string faults;
  for (const std::string& fault : check_config(config)) {
    faults += (faults.empty() ? "" : "; ") + fault;
  }
  if (faults.empty() && !is_countable(config)) {
    faults = "with these sizes its weights cannot be counted in 64 bits";
  }
  kit::require(faults.empty(), "the config cannot be right: ", faults);
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
