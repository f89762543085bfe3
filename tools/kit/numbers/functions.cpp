// Every function of reference/ under its own name, its parameters in their order: one line each, in
// its chapter. A struct as a result has a line for each member that a text prints:
//
//   all.add("work_dots", [](int prompt, int n, bool cached) { return f(prompt, n, cached).dots; });
#include "common/kinds.hpp"
#include "numbers/value.hpp"
#include "references.hpp"  // all of reference/; the build writes it

namespace kit::numbers {

template <>
const std::map<std::string, lm::Activation> words_of<lm::Activation> = {
    {"sigmoid", lm::Activation::sigmoid},
    {"relu", lm::Activation::relu},
    {"silu", lm::Activation::silu},
    {"gelu", lm::Activation::gelu},
    {"gelu_tanh", lm::Activation::gelu_tanh}};
template <>
const std::map<std::string, lm::Dtype> words_of<lm::Dtype> = {{"f32", lm::Dtype::f32},
                                                              {"f16", lm::Dtype::f16},
                                                              {"bf16", lm::Dtype::bf16},
                                                              {"int8", lm::Dtype::int8}};
template <>
const std::map<std::string, lm::RopePairing> words_of<lm::RopePairing> = {
    {"interleaved", lm::RopePairing::interleaved}, {"half_split", lm::RopePairing::half_split}};

static Functions with_reference() {
  Functions all = arithmetic();

  // 01_numbers
  all.add("linear", &reference::linear);
  all.add("softmax", &reference::softmax);

  // 02_normalization
  all.add("rms_norm", &reference::rms_norm);
  all.add("layer_norm", &reference::layer_norm);
  all.add("bf16_to_float", &reference::bf16_to_float);
  all.add("float_to_bf16", &reference::float_to_bf16);
  all.add("f16_to_float", &reference::f16_to_float);
  all.add("float_to_f16", &reference::float_to_f16);
  all.add("norm_upcast", &reference::norm_upcast);

  // 03_residual
  all.add("sublayer_share", &reference::sublayer_share);
  all.add("deep_norm_alpha", &reference::deep_norm_alpha);
  all.add("deep_norm_beta", &reference::deep_norm_beta);
  all.add("rms_norm_jacobian", &reference::rms_norm_jacobian);
  all.add("pre_norm_jacobian", &reference::pre_norm_jacobian);
  all.add("post_norm_jacobian", &reference::post_norm_jacobian);

  // 04_feed_forward
  all.add("sigmoid", &reference::sigmoid);
  all.add("relu", &reference::relu);
  all.add("silu", &reference::silu);
  all.add("gelu", &reference::gelu);
  all.add("gelu_tanh", &reference::gelu_tanh);
  all.add("activate", &reference::activate);
  all.add("feed_forward", &reference::feed_forward);
  all.add("gated_feed_forward", &reference::gated_feed_forward);
  all.add("ffn_parameters", &reference::ffn_parameters);
  all.add("ffn_size", &reference::ffn_size);

  // 05_positions
  all.add("sinusoidal_position", &reference::sinusoidal_position);
  all.add("rotate_pair", &reference::rotate_pair);
  all.add("quarter_turns", &reference::quarter_turns);
  all.add("rope_frequencies", &reference::rope_frequencies);
  all.add("rope_cos", &reference::rope_cos);
  all.add("rope_sin", &reference::rope_sin);
  all.add("rope_interleaved", &reference::rope_interleaved);
  all.add("rope_half_split", &reference::rope_half_split);
  all.add("permute_heads", &reference::permute_heads);
  all.add("rotary_score", &reference::rotary_score);
  all.add("relative_score", &reference::relative_score);
  all.add("relative_bucket", &reference::relative_bucket);

  // 06_attention

  // 07_kv_cache

  // 08_long_context

  // 09_reading_a_model
  all.add("model_parameters", &reference::model_parameters);

  // 10_decoder

  return all;
}

const Functions& functions() {
  static const Functions all = with_reference();
  return all;
}

}  // namespace kit::numbers
