// Exercise: bf16_linear         read bf16_linear.md, then make `./kit test bf16_linear` pass
#include "bf16_linear.hpp"

#include <array>
#include <bit>

#include "common/check.hpp"

namespace {

constexpr std::size_t n_lanes = 16;

float widened(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

}  // namespace

void lm::bf16_linear(Bf16View weight, std::span<const float> x, int n_threads, std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "bf16_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ", x.size(),
               " values, y ", y.size());
  kit::require(n_threads >= 1, "bf16_linear: n_threads is ", n_threads, ", at least 1 is needed");
  const std::size_t n_whole = x.size() - x.size() % n_lanes;

#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int o = 0; o < weight.rows; ++o) {
    const std::uint16_t* row = weight.data + to_size(o) * x.size();
    std::array<float, n_lanes> sums = {};
    for (std::size_t i = 0; i < n_whole; i += n_lanes) {
#pragma omp simd
      for (std::size_t lane = 0; lane < n_lanes; ++lane) {
        sums[lane] += widened(row[i + lane]) * x[i + lane];
      }
    }
    float sum = 0.0f;
    for (const float lane : sums) sum += lane;
    for (std::size_t i = n_whole; i < x.size(); ++i) sum += widened(row[i]) * x[i];
    y[to_size(o)] = sum;
  }
}
