#include "supported.hpp"

#include "common/families.hpp"

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
