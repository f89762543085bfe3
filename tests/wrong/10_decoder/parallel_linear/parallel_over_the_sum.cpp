// Belief: The inner loop is where the work is, so the threads share out the terms of each sum.
// Truth: Then all threads add to one y[o], and additions get lost. Share out the rows: a row is
//   one thread's own.
// Kind: race
// Caught by: ./kit test --deep parallel_linear
#include "parallel_linear.hpp"

#include "common/check.hpp"

void lm::parallel_linear(MatrixView weight, std::span<const float> x, int n_threads,
                         std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "parallel_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ",
               x.size(), " values, y ", y.size());
  kit::require(n_threads >= 1, "parallel_linear: n_threads is ", n_threads,
               ", at least 1 is needed");

  for (int o = 0; o < weight.rows; ++o) {
    const std::span<const float> row = weight.row(o);
    y[to_size(o)] = 0.0f;
#pragma omp parallel for num_threads(n_threads) schedule(static)
    for (int i = 0; i < weight.cols; ++i) y[to_size(o)] += row[to_size(i)] * x[to_size(i)];
  }
}
