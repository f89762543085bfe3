// One line for each function of reference/, under its own name, its parameters in their order. A
// function that returns a struct has a line for each member that a text prints:
//
//   all.add("work_dots", [](int prompt, int n, bool cached) { return f(prompt, n, cached).dots; });
//
// An enum needs its words, once:
//
//   template <> const std::map<std::string, E> kit::numbers::words_of<E> = {{"silu", E::silu}, …};
#include "numbers/value.hpp"
#include "reference/activations.hpp"
#include "reference/feed_forward.hpp"
#include "reference/ffn_size.hpp"
#include "reference/gated_feed_forward.hpp"
#include "reference/rms_norm.hpp"

template <>
const std::map<std::string, lm::Activation> kit::numbers::words_of<lm::Activation> = {
    {"sigmoid", lm::Activation::sigmoid},
    {"relu", lm::Activation::relu},
    {"silu", lm::Activation::silu},
    {"gelu", lm::Activation::gelu},
    {"gelu_tanh", lm::Activation::gelu_tanh}};

static kit::numbers::Functions with_reference() {
  kit::numbers::Functions all = kit::numbers::arithmetic();
  all.add("activate", &reference::activate);
  all.add("feed_forward", &reference::feed_forward);
  all.add("ffn_parameters", &reference::ffn_parameters);
  all.add("ffn_size", &reference::ffn_size);
  all.add("gated_feed_forward", &reference::gated_feed_forward);
  all.add("gelu", &reference::gelu);
  all.add("gelu_tanh", &reference::gelu_tanh);
  all.add("relu", &reference::relu);
  all.add("rms_norm", &reference::rms_norm);
  all.add("sigmoid", &reference::sigmoid);
  all.add("silu", &reference::silu);
  return all;
}

const kit::numbers::Functions& kit::numbers::functions() {
  static const Functions all = with_reference();
  return all;
}
