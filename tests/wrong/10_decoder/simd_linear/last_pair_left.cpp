// Belief: The halving ends when two sums are left, and the first of them is the result.
// Truth: The two are added as well: the loop runs while half is above 0.
// Kind: value
// Caught by: simd_linear worked example: five rows of seventy columns
#include "simd_linear.hpp"

#include <algorithm>
#include <array>

#include "common/check.hpp"

namespace {

constexpr std::size_t n_lanes = 16;  // sums side by side: what a wide register holds
constexpr int n_rows = 4;            // rows at a time: x is loaded once for all of them

using Lanes = std::array<float, n_lanes>;

// Adds the upper half to the lower half until one sum is left.
float total(Lanes& sums) {
  for (std::size_t half = n_lanes / 2; half > 1; half /= 2) {
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

  const auto multiply = [&](int first) {
    const int n = std::min(n_rows, weight.rows - first);
    multiply_rows(weight, x, first, y.subspan(to_size(first), to_size(n)));
  };
  if (n_threads == 1) {  // even a team of one costs a microsecond
    for (int first = 0; first < weight.rows; first += n_rows) multiply(first);
    return;
  }
#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int first = 0; first < weight.rows; first += n_rows) multiply(first);
}
