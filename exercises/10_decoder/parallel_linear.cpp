// Exercise: parallel_linear
//           read parallel_linear.md, then make `./kit test parallel_linear` pass
#include "parallel_linear.hpp"

#include "common/check.hpp"

void lm::parallel_linear(MatrixView weight, std::span<const float> x, int n_threads,
                         std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "parallel_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ",
               x.size(), " values, y ", y.size());
  kit::require(n_threads >= 1, "parallel_linear: n_threads is ", n_threads,
               ", at least 1 is needed");

  // 1. a loop over the rows of weight, as in linear
  // 2. above it the line that shares its rounds out among n_threads threads
  // 3. inside it: a sum that belongs to this row alone, in the order i = 0, 1, 2, …
  // 4. write the sum to y[o], once
  kit::todo("parallel_linear");
}
