// Exercise: bf16_linear         read bf16_linear.md, then make `./kit test bf16_linear` pass
#include "bf16_linear.hpp"

#include "common/check.hpp"

void lm::bf16_linear(Bf16View weight, std::span<const float> x, int n_threads, std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "bf16_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ", x.size(),
               " values, y ", y.size());
  kit::require(n_threads >= 1, "bf16_linear: n_threads is ", n_threads, ", at least 1 is needed");

  // 1. widen one weight: its 16 bits are the upper half of a float32, the lower half is 0
  // 2. one row: many sums side by side in float32 and memory asked for ahead, as in simd_linear,
  //    each weight widened where it is used; then the columns that are left over
  // 3. row o begins at weight.data + o * cols; its sum goes to y[o]
  // 4. the rows are shared out as in parallel_linear
  kit::todo("bf16_linear");
}
