// One line for each function of reference/, under its own name, its parameters in their order. A
// function that returns a struct has a line for each member that a text prints:
//
//   all.add("work_dots", [](int prompt, int n, bool cached) { return f(prompt, n, cached).dots; });
//
// An enum needs its words, once:
//
//   template <> const std::map<std::string, E> kit::numbers::words_of<E> = {{"silu", E::silu}, …};
#include "numbers/value.hpp"
#include "reference/rms_norm.hpp"

static kit::numbers::Functions with_reference() {
  kit::numbers::Functions all = kit::numbers::arithmetic();
  all.add("rms_norm", &reference::rms_norm);
  return all;
}

const kit::numbers::Functions& kit::numbers::functions() {
  static const Functions all = with_reference();
  return all;
}
