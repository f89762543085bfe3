// Belief: x has to have 16 bits as well, and its upper half is a bfloat16: no need to round.
// Truth: The weight is widened instead, which is exact. Half of x's bits are lost here.
// Kind: value
// Caught by: bf16_linear does not round its factors
#include "bf16_linear.hpp"

#include <array>
#include <bit>

#include "common/check.hpp"

namespace {

constexpr std::size_t n_lanes = 32;  // sums side by side: enough to keep several adders busy

using Lanes = std::array<float, n_lanes>;

// Adds the upper half to the lower half until one sum is left.
float total(Lanes& sums) {
  for (std::size_t half = n_lanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  }
  return sums[0];
}

float widened(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

float upper_half(float value) {
  return widened(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16));
}

float dot(const std::uint16_t* row, std::span<const float> x) {
  const std::size_t n_whole = x.size() - x.size() % n_lanes;
  Lanes sums = {};
  for (std::size_t i = 0; i < n_whole; i += n_lanes) {
    for (std::size_t lane = 0; lane < n_lanes; ++lane) {
      sums[lane] += widened(row[i + lane]) * upper_half(x[i + lane]);
    }
  }
  float sum = total(sums);
  for (std::size_t i = n_whole; i < x.size(); ++i) {
    sum += widened(row[i]) * upper_half(x[i]);
  }
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
