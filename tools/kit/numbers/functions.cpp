// One line for each function of reference/, under its own name, its parameters in their order. A
// function that returns a struct has a line for each member that a text prints:
//
//   all.add("work_dots", [](int prompt, int n, bool cached) { return f(prompt, n, cached).dots; });
//
// An enum needs its words, once:
//
//   template <> const std::map<std::string, E> kit::numbers::words_of<E> = {{"silu", E::silu}, …};
#include "numbers/value.hpp"
#include "reference/absolute_positions.hpp"
#include "reference/layer_norm.hpp"
#include "reference/linear.hpp"
#include "reference/narrow_floats.hpp"
#include "reference/norm_upcast.hpp"
#include "reference/permute_heads.hpp"
#include "reference/relative_bias.hpp"
#include "reference/rms_norm.hpp"
#include "reference/rope_frequencies.hpp"
#include "reference/rope_half_split.hpp"
#include "reference/rope_interleaved.hpp"
#include "reference/rotary_score.hpp"
#include "reference/rotate_pair.hpp"
#include "reference/softmax.hpp"

template <>
const std::map<std::string, lm::Dtype> kit::numbers::words_of<lm::Dtype> = {
    {"f32", lm::Dtype::f32},
    {"f16", lm::Dtype::f16},
    {"bf16", lm::Dtype::bf16},
    {"int8", lm::Dtype::int8}};

template <>
const std::map<std::string, lm::RopePairing> kit::numbers::words_of<lm::RopePairing> = {
    {"half_split", lm::RopePairing::half_split}, {"interleaved", lm::RopePairing::interleaved}};

static kit::numbers::Functions with_reference() {
  kit::numbers::Functions all = kit::numbers::arithmetic();
  all.add("bf16_to_float", &reference::bf16_to_float);
  all.add("f16_to_float", &reference::f16_to_float);
  all.add("float_to_bf16", &reference::float_to_bf16);
  all.add("float_to_f16", &reference::float_to_f16);
  all.add("layer_norm", &reference::layer_norm);
  all.add("linear", &reference::linear);
  all.add("norm_upcast", &reference::norm_upcast);
  all.add("permute_heads", &reference::permute_heads);
  all.add("quarter_turns", &reference::quarter_turns);
  all.add("relative_bucket", &reference::relative_bucket);
  all.add("relative_score", &reference::relative_score);
  all.add("rms_norm", &reference::rms_norm);
  all.add("rope_cos", &reference::rope_cos);
  all.add("rope_frequencies", &reference::rope_frequencies);
  all.add("rope_half_split", &reference::rope_half_split);
  all.add("rope_interleaved", &reference::rope_interleaved);
  all.add("rope_sin", &reference::rope_sin);
  all.add("rotary_score", &reference::rotary_score);
  all.add("rotate_pair", &reference::rotate_pair);
  all.add("sinusoidal_position", &reference::sinusoidal_position);
  all.add("softmax", &reference::softmax);
  return all;
}

const kit::numbers::Functions& kit::numbers::functions() {
  static const Functions all = with_reference();
  return all;
}
