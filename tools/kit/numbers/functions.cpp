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
#include "reference/permute_heads.hpp"
#include "reference/relative_bias.hpp"
#include "reference/rms_norm.hpp"
#include "reference/rope_frequencies.hpp"
#include "reference/rope_half_split.hpp"
#include "reference/rope_interleaved.hpp"
#include "reference/rotary_score.hpp"
#include "reference/rotate_pair.hpp"

template <>
const std::map<std::string, lm::RopePairing> kit::numbers::words_of<lm::RopePairing> = {
    {"half_split", lm::RopePairing::half_split}, {"interleaved", lm::RopePairing::interleaved}};

static kit::numbers::Functions with_reference() {
  kit::numbers::Functions all = kit::numbers::arithmetic();
  all.add("rms_norm", &reference::rms_norm);
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
  return all;
}

const kit::numbers::Functions& kit::numbers::functions() {
  static const Functions all = with_reference();
  return all;
}
