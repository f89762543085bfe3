// What an expression may call. The functions of reference/ are there by themselves, if their
// parameters and results are numbers, words, lists and matrices (references.awk). Others need a
// line here: a struct as a result has one for each member that a text prints.
//
//   all.add("work_dots", [](int prompt, int n, bool cached) { return f(prompt, n, cached).dots; });
#include "numbers/value.hpp"

const kit::numbers::Functions& kit::numbers::functions() {
  static const Functions all = [] {
    Functions known = arithmetic();
    offer_references(known);
    return known;
  }();
  return all;
}
