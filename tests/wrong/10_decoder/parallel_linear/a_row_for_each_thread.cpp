// Belief: Each thread needs a row, so more threads than rows are refused.
// Truth: A thread may be left without work. Whoever calls knows the machine, not the size of each
//   weight.
// Kind: error
// Caught by: parallel_linear shares out seven rows; parallel_linear takes row o of weight for
//   output o
#include "parallel_linear.hpp"

#include "common/check.hpp"

void lm::parallel_linear(MatrixView weight, std::span<const float> x, int n_threads,
                         std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "parallel_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ",
               x.size(), " values, y ", y.size());
  kit::require(n_threads >= 1, "parallel_linear: n_threads is ", n_threads,
               ", at least 1 is needed");

  kit::require(n_threads <= weight.rows, "parallel_linear: n_threads is ", n_threads,
               ", but there are ", weight.rows, " rows");

#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int o = 0; o < weight.rows; ++o) {
    const std::span<const float> row = weight.row(o);
    float sum = 0.0f;
    for (std::size_t i = 0; i < x.size(); ++i) sum += row[i] * x[i];
    y[to_size(o)] = sum;
  }
}
