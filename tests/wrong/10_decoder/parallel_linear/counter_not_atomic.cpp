// Belief: A common counter hands the rows out: next++ is one step, so no two threads get the same
//   row.
// Truth: next++ reads, adds and writes. Two threads may read the same number in between. Let
//   `parallel for` hand them out.
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

  int next = 0;
#pragma omp parallel num_threads(n_threads)
  for (int o = next++; o < weight.rows; o = next++) {
    const std::span<const float> row = weight.row(o);
    float sum = 0.0f;
    for (std::size_t i = 0; i < x.size(); ++i) sum += row[i] * x[i];
    y[to_size(o)] = sum;
  }
}
