// One line for each function of reference/, under its own name, its parameters in their order. A
// function that returns a struct has a line for each member that a text prints:
//
//   all.add("work_dots", [](int prompt, int n, bool cached) { return f(prompt, n, cached).dots; });
//
// An enum needs its words, once:
//
//   template <> const std::map<std::string, E> kit::numbers::words_of<E> = {{"silu", E::silu}, …};
#include "numbers/value.hpp"
#include "reference/layer_norm.hpp"
#include "reference/linear.hpp"
#include "reference/narrow_floats.hpp"
#include "reference/norm_upcast.hpp"
#include "reference/rms_norm.hpp"
#include "reference/softmax.hpp"

template <>
const std::map<std::string, lm::Dtype> kit::numbers::words_of<lm::Dtype> = {
    {"f32", lm::Dtype::f32},
    {"f16", lm::Dtype::f16},
    {"bf16", lm::Dtype::bf16},
    {"int8", lm::Dtype::int8}};

static kit::numbers::Functions with_reference() {
  kit::numbers::Functions all = kit::numbers::arithmetic();
  all.add("bf16_to_float", &reference::bf16_to_float);
  all.add("f16_to_float", &reference::f16_to_float);
  all.add("float_to_bf16", &reference::float_to_bf16);
  all.add("float_to_f16", &reference::float_to_f16);
  all.add("layer_norm", &reference::layer_norm);
  all.add("linear", &reference::linear);
  all.add("norm_upcast", &reference::norm_upcast);
  all.add("rms_norm", &reference::rms_norm);
  all.add("softmax", &reference::softmax);
  return all;
}

const kit::numbers::Functions& kit::numbers::functions() {
  static const Functions all = with_reference();
  return all;
}
