// Belief: Each thread takes a run of rows, does four at a time, and the last few of its run one
//   by one, as in linear.
// Truth: Which rows are the last few then depends on n_threads, and a row summed in another order
//   has other bits. Sum every row alike.
// Kind: value
// Caught by: simd_linear has the same bits for every number of threads; simd_linear gives the
//   same bits with up to eight threads
#include "simd_linear.hpp"

#include <array>

#include "common/check.hpp"

namespace {

constexpr std::size_t n_lanes = 16;  // sums side by side: what a wide register holds
constexpr int n_rows = 4;            // rows at a time: x is loaded once for all of them

using Lanes = std::array<float, n_lanes>;

// Adds the upper half to the lower half until one sum is left.
float total(Lanes& sums) {
  for (std::size_t half = n_lanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  }
  return sums[0];
}

// Rows first, first + 1, ... of the weight times x, n_rows at a time.
void multiply_rows(lm::MatrixView weight, std::span<const float> x, int first, std::span<float> y) {
  const std::size_t n_whole = x.size() - x.size() % n_lanes;
  std::array<const float*, n_rows> rows = {};
  for (std::size_t r = 0; r < y.size(); ++r) {
    rows[r] = weight.row(first + static_cast<int>(r)).data();
  }
  // Fewer rows are left at the end: the first one is computed again, and dropped.
  for (std::size_t r = y.size(); r < n_rows; ++r) rows[r] = rows[0];

  std::array<Lanes, n_rows> sums = {};
  for (std::size_t i = 0; i < n_whole; i += n_lanes) {
    for (std::size_t r = 0; r < n_rows; ++r) {
#pragma omp simd
      for (std::size_t lane = 0; lane < n_lanes; ++lane) {
        sums[r][lane] += rows[r][i + lane] * x[i + lane];
      }
    }
  }
  for (std::size_t r = 0; r < y.size(); ++r) {
    y[r] = total(sums[r]);
    for (std::size_t i = n_whole; i < x.size(); ++i) y[r] += rows[r][i] * x[i];
  }
}

}  // namespace

void lm::simd_linear(MatrixView weight, std::span<const float> x, int n_threads,
                     std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "simd_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ", x.size(),
               " values, y ", y.size());
  kit::require(n_threads >= 1, "simd_linear: n_threads is ", n_threads, ", at least 1 is needed");

#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int block = 0; block < n_threads; ++block) {
    const int end = weight.rows * (block + 1) / n_threads;
    int first = weight.rows * block / n_threads;
    for (; first + n_rows <= end; first += n_rows) {
      multiply_rows(weight, x, first, y.subspan(to_size(first), n_rows));
    }
    for (; first < end; ++first) {
      float sum = 0.0f;
      for (int i = 0; i < weight.cols; ++i) sum += weight(first, i) * x[to_size(i)];
      y[to_size(first)] = sum;
    }
  }
}
