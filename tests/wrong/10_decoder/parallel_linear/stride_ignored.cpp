// Belief: A matrix is one block of numbers: row o starts at o · cols.
// Truth: A view may be a part of a wider matrix. Row o starts at o · stride; row(o) knows it.
// Kind: value
// Caught by: parallel_linear multiplies a block of columns; parallel_linear agrees with the
//   reference on blocks of rows and columns
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
    const float* const row = weight.data + to_size(o) * x.size();
    float sum = 0.0f;
    for (std::size_t i = 0; i < x.size(); ++i) sum += row[i] * x[i];
    y[to_size(o)] = sum;
  }
}
