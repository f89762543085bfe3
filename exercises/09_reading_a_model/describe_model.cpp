// Exercise: describe_model      read describe_model.md, then make `./kit test describe_model` pass
#include "describe_model.hpp"

#include "common/check.hpp"
#include "ffn_size.hpp"
#include "kv_cache_bytes.hpp"

lm::ModelDescription lm::describe_model(const Config& config) {
  kit::require(config.kv_latent_size == 0,
               "describe_model: with latent attention, parameters are counted in another way");

  // 1. refuse a mixture of experts in the same way
  // 2. attention: every head has keys of its own (MHA), some share (GQA), all share (MQA)
  // 3. ffn: the name belongs to hidden_act and to gated_ffn, never to a ratio of sizes
  // 4. one layer: four projections, ffn_parameters, two norms; biases and q, k norms if there are
  // 5. n_parameters: the embedding, the head if it is not the embedding, all layers, a final norm;
  //    in std::int64_t from the first product on
  // 6. weight_bytes: 4 bytes for f32, 2 for f16 and bf16, 1 for int8
  // 7. kv_bytes_per_token: kv_cache_bytes of one token
  // 8. the four changes: as the config says
  kit::todo("describe_model");
}
