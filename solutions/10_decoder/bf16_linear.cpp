// Exercise: bf16_linear         read bf16_linear.md, then make `./kit test bf16_linear` pass
#include "bf16_linear.hpp"

#include <array>
#include <bit>

#include "common/check.hpp"

namespace {

constexpr std::size_t n_lanes = 16;  // sums side by side: what a wide register holds

using Lanes = std::array<float, n_lanes>;

// Adds the upper half to the lower half until one sum is left. Each step has a size that the
// compiler knows, so that none of it goes through memory.
float total(const Lanes& sums) {
  std::array<float, 8> eight;
  std::array<float, 4> four;
  for (std::size_t lane = 0; lane < 8; ++lane) eight[lane] = sums[lane] + sums[lane + 8];
  for (std::size_t lane = 0; lane < 4; ++lane) four[lane] = eight[lane] + eight[lane + 4];
  return (four[0] + four[2]) + (four[1] + four[3]);
}

float widened(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

float dot(const std::uint16_t* row, std::span<const float> x) {
  constexpr std::size_t ahead = 4096;  // memory needs so long: the next rows are asked for here

  const std::size_t n_whole = x.size() - x.size() % n_lanes;
  Lanes sums = {};
  for (std::size_t i = 0; i < n_whole; i += n_lanes) {
    __builtin_prefetch(row + i + ahead);
#pragma omp simd
    for (std::size_t lane = 0; lane < n_lanes; ++lane) {
      sums[lane] += widened(row[i + lane]) * x[i + lane];
    }
  }
  float sum = total(sums);
  for (std::size_t i = n_whole; i < x.size(); ++i) sum += widened(row[i]) * x[i];
  return sum;
}

}  // namespace

void lm::bf16_linear(Bf16View weight, std::span<const float> x, int n_threads, std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "bf16_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ", x.size(),
               " values, y ", y.size());
  kit::require(n_threads >= 1, "bf16_linear: n_threads is ", n_threads, ", at least 1 is needed");

  const auto multiply = [&](int o) { y[to_size(o)] = dot(weight.data + to_size(o) * x.size(), x); };
  if (n_threads == 1) {  // even a team of one costs a microsecond
    for (int o = 0; o < weight.rows; ++o) multiply(o);
    return;
  }
#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int o = 0; o < weight.rows; ++o) multiply(o);
}
