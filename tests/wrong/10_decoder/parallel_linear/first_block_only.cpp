// Belief: n_threads is how many rows are computed at once: one for each thread.
// Truth: A thread goes on until its share of all rows is done, also where there are more rows
//   than threads.
// Kind: value
// Caught by: parallel_linear worked example: three rows, two threads; parallel_linear shares out
//   seven rows
#include "parallel_linear.hpp"

#include <algorithm>

#include "common/check.hpp"

void lm::parallel_linear(MatrixView weight, std::span<const float> x, int n_threads,
                         std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "parallel_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ",
               x.size(), " values, y ", y.size());
  kit::require(n_threads >= 1, "parallel_linear: n_threads is ", n_threads,
               ", at least 1 is needed");

  const int n = std::min(n_threads, weight.rows);
#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int o = 0; o < n; ++o) {
    const std::span<const float> row = weight.row(o);
    float sum = 0.0f;
    for (std::size_t i = 0; i < x.size(); ++i) sum += row[i] * x[i];
    y[to_size(o)] = sum;
  }
}
