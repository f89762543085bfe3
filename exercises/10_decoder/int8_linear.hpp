#pragma once
#include <cstdint>
#include <vector>

#include "common/types.hpp"

namespace lm {

/// A weight in 8-bit integers with one scale for each row: entry (o, i) is scale[o] * data[o][i].
struct Int8Matrix {
  int rows = 0;
  int cols = 0;
  std::vector<std::int8_t> data;  ///< (rows, cols) row-major, in [-127, 127]
  Vector scale;                   ///< (rows)
};

/// Rounds a weight to 8 bits, row by row:
///     scale[o] = largest |weight[o][i]| / 127;  data[o][i] = nearest integer to weight / scale
/// A row of zeros has scale 0 and data 0. -128 is not used: the numbers lie even about 0.
///
/// weight   (out, in)  finite
/// returns  (out, in)  each entry off by at most half a scale
///
/// Throws std::invalid_argument if a weight is not finite.
Int8Matrix quantize_int8(MatrixView weight);

/// Multiplies an 8-bit weight by a float32 row:
///     y[o] = scale[o] * sum over i of data[o][i] * x[i]
///
/// x          (in)   float32, left unchanged
/// n_threads  >= 1
/// y          (out)  float32; products and sums are float32
///
/// The terms may be summed in any order that does not depend on n_threads: the same bits for all.
/// Throws std::invalid_argument if the shapes do not fit, or if n_threads is below 1.
void int8_linear(const Int8Matrix& weight, std::span<const float> x, int n_threads,
                 std::span<float> y);

}  // namespace lm
