// Belief: y is handed over empty, so the products are added to it where it stands.
// Truth: Nobody clears y: it holds what the last layer left there. Sum in a variable of your own
//   that starts at 0.
// Kind: value
// Caught by: parallel_linear worked example: three rows, two threads
#include "parallel_linear.hpp"

#include "common/check.hpp"

void lm::parallel_linear(MatrixView weight, std::span<const float> x, int n_threads,
                         std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "parallel_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ",
               x.size(), " values, y ", y.size());
  kit::require(n_threads >= 1, "parallel_linear: n_threads is ", n_threads,
               ", at least 1 is needed");

#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int o = 0; o < weight.rows; ++o) {
    const std::span<const float> row = weight.row(o);
    for (std::size_t i = 0; i < x.size(); ++i) y[to_size(o)] += row[i] * x[i];
  }
}
