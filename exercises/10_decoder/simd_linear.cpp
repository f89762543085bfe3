// Exercise: simd_linear         read simd_linear.md, then make `./kit test simd_linear` pass
#include "simd_linear.hpp"

#include "common/check.hpp"

void lm::simd_linear(MatrixView weight, std::span<const float> x, int n_threads,
                     std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "simd_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ", x.size(),
               " values, y ", y.size());
  kit::require(n_threads >= 1, "simd_linear: n_threads is ", n_threads, ", at least 1 is needed");

  // For one row:
  // 1. 16 sums side by side, all 0; column i belongs to sum i % 16
  // 2. the whole blocks of 16 columns: one loop over the blocks, inside it one over the sums, with
  //    #pragma omp simd above the inner one
  // 3. the 16 sums become one, by halves
  // 4. the columns that are left over are added one by one
  // 5. in the loop over the blocks, ask for the memory ahead (__builtin_prefetch)
  // Then for all:
  // 6. the rows are shared out as in parallel_linear
  kit::todo("simd_linear");
}
