#pragma once
#include <cstdint>

#include "common/types.hpp"

namespace lm {

/// A weight in bfloat16 that somebody else owns: the upper halves of float32 numbers, row-major.
struct Bf16View {
  const std::uint16_t* data = nullptr;
  int rows = 0;
  int cols = 0;
};

/// Multiplies a bfloat16 weight by a float32 row; each weight is widened on the way:
///     y[o] = sum over i of widened(weight[o][i]) * x[i]
///
/// weight     (out, in)  half the bytes of a float32 weight
/// x          (in)   float32, left unchanged
/// n_threads  >= 1
/// y          (out)  float32; products and sums are float32, nothing is rounded to 16 bits
///
/// The terms may be summed in any order that does not depend on n_threads: the same bits for all.
/// Throws std::invalid_argument if the shapes do not fit, or if n_threads is below 1.
void bf16_linear(Bf16View weight, std::span<const float> x, int n_threads, std::span<float> y);

}  // namespace lm
