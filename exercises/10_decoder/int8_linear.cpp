// Exercise: int8_linear         read int8_linear.md, then make `./kit test int8_linear` pass
#include "int8_linear.hpp"

#include "common/check.hpp"

lm::Int8Matrix lm::quantize_int8(MatrixView /*weight*/) {
  // For each row:
  // 1. the largest |value|; refuse a value that is not finite (kit::require, "quantize_int8: …")
  // 2. scale: the largest / 127
  // 3. data: each value / scale, rounded to the nearest integer; a row of zeros has scale 0, data 0
  kit::todo("quantize_int8");
}

void lm::int8_linear(const Int8Matrix& weight, std::span<const float> x, int n_threads,
                     std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "int8_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ", x.size(),
               " values, y ", y.size());
  kit::require(n_threads >= 1, "int8_linear: n_threads is ", n_threads, ", at least 1 is needed");

  // 1. one row: many float32 sums side by side of data[o][i] * x[i], as in bf16_linear
  // 2. y[o]: the row's scale times its sum, once
  // 3. the rows are shared out as in parallel_linear
  kit::todo("int8_linear");
}
