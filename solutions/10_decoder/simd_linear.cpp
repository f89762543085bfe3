// Exercise: simd_linear         read simd_linear.md, then make `./kit test simd_linear` pass
#include "simd_linear.hpp"

#include <array>

#include "common/check.hpp"

namespace {

constexpr int n_lanes = 16;  // sums side by side in one row: what a wide register holds
constexpr int n_rows = 4;    // rows at a time: x is loaded once for all of them

using Lanes = std::array<float, n_lanes>;

// Adds the products of n_lanes neighbours, each to a sum of its own.
inline void add_products(Lanes& sums, const float* row, const float* x) {
#pragma omp simd
  for (std::size_t lane = 0; lane < n_lanes; ++lane) sums[lane] += row[lane] * x[lane];
}

// Adds up the lanes and what is left over behind the last whole register.
inline float total(const Lanes& sums, const float* row, const float* x, int n_left) {
  float sum = 0.0f;
  for (const float lane : sums) sum += lane;
  for (int i = 0; i < n_left; ++i) sum += row[i] * x[i];
  return sum;
}

}  // namespace

void lm::simd_linear(MatrixView weight, std::span<const float> x, int n_threads,
                     std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "simd_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ", x.size(),
               " values, y ", y.size());
  kit::require(n_threads >= 1, "simd_linear: n_threads is ", n_threads, ", at least 1 is needed");
  const int n_left = weight.cols % n_lanes;
  const int n_whole = weight.cols - n_left;
  const int n_fours = weight.rows / n_rows;

#pragma omp parallel num_threads(n_threads)
  {
#pragma omp for schedule(static) nowait
    for (int four = 0; four < n_fours; ++four) {
      const int o = four * n_rows;
      const float* a = weight.row(o).data();
      const float* b = weight.row(o + 1).data();
      const float* c = weight.row(o + 2).data();
      const float* d = weight.row(o + 3).data();
      Lanes sums_a = {}, sums_b = {}, sums_c = {}, sums_d = {};
      for (int i = 0; i < n_whole; i += n_lanes) {
        add_products(sums_a, a + i, x.data() + i);
        add_products(sums_b, b + i, x.data() + i);
        add_products(sums_c, c + i, x.data() + i);
        add_products(sums_d, d + i, x.data() + i);
      }
      const float* rest = x.data() + n_whole;
      float* out = y.data() + o;
      out[0] = total(sums_a, a + n_whole, rest, n_left);
      out[1] = total(sums_b, b + n_whole, rest, n_left);
      out[2] = total(sums_c, c + n_whole, rest, n_left);
      out[3] = total(sums_d, d + n_whole, rest, n_left);
    }
#pragma omp for schedule(static)
    for (int o = n_fours * n_rows; o < weight.rows; ++o) {
      const float* row = weight.row(o).data();
      Lanes sums = {};
      for (int i = 0; i < n_whole; i += n_lanes) add_products(sums, row + i, x.data() + i);
      y[to_size(o)] = total(sums, row + n_whole, x.data() + n_whole, n_left);
    }
  }
}
