// Belief: Each thread sums a slice of the columns; the slices are added at the end, in order, so
//   nothing races.
// Truth: Float sums depend on where they are cut, and here the thread count cuts them. Threads
//   own rows, never parts of a sum.
// Kind: value
// Caught by: parallel_linear has the same bits for every number of threads; parallel_linear gives
//   the same bits with up to eight threads
#include "parallel_linear.hpp"

#include "common/check.hpp"

void lm::parallel_linear(MatrixView weight, std::span<const float> x, int n_threads,
                         std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "parallel_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ",
               x.size(), " values, y ", y.size());
  kit::require(n_threads >= 1, "parallel_linear: n_threads is ", n_threads,
               ", at least 1 is needed");

  Matrix partial(n_threads, weight.rows);
#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int slice = 0; slice < n_threads; ++slice) {
    const int first = weight.cols * slice / n_threads, end = weight.cols * (slice + 1) / n_threads;
    for (int o = 0; o < weight.rows; ++o) {
      for (int i = first; i < end; ++i) partial(slice, o) += weight(o, i) * x[to_size(i)];
    }
  }
  for (int o = 0; o < weight.rows; ++o) {
    y[to_size(o)] = 0.0f;
    for (int slice = 0; slice < n_threads; ++slice) y[to_size(o)] += partial(slice, o);
  }
}
