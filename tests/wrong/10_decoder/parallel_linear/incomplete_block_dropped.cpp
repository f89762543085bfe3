// Belief: Each thread takes a block of rows, rounded up; a block that would run past the end is
//   not there.
// Truth: The last block is shorter, and its rows are needed too: it ends at the last row.
// Kind: value
// Caught by: parallel_linear worked example: three rows, two threads; parallel_linear shares out
//   seven rows
#include "parallel_linear.hpp"

#include "common/check.hpp"

void lm::parallel_linear(MatrixView weight, std::span<const float> x, int n_threads,
                         std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "parallel_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ",
               x.size(), " values, y ", y.size());
  kit::require(n_threads >= 1, "parallel_linear: n_threads is ", n_threads,
               ", at least 1 is needed");

  const int size = (weight.rows + n_threads - 1) / n_threads;
#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int block = 0; block < n_threads; ++block) {
    if ((block + 1) * size > weight.rows) continue;
    for (int o = block * size; o < (block + 1) * size; ++o) {
      const std::span<const float> row = weight.row(o);
      float sum = 0.0f;
      for (std::size_t i = 0; i < x.size(); ++i) sum += row[i] * x[i];
      y[to_size(o)] = sum;
    }
  }
}
