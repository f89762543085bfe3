// Belief: A product in bfloat16 keeps its sums in bfloat16.
// Truth: With eight binary digits 256 + 1 is 256. The weights are narrow; sums are float32.
// Kind: value
// Caught by: bf16_linear does not round its sums; bf16_linear worked example: seventy columns
#include "bf16_linear.hpp"

#include <bit>

#include "common/check.hpp"
#include "narrow_floats.hpp"

namespace {

constexpr std::size_t n_lanes = 32;  // sums side by side: enough to keep several adders busy

float widened(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

float rounded(float value) {
  return widened(lm::float_to_bf16(value));
}

float dot(const std::uint16_t* row, std::span<const float> x) {
  const std::size_t n_whole = x.size() - x.size() % n_lanes;
  float sum = 0.0f;
  for (std::size_t i = 0; i < n_whole; i += n_lanes) {
    for (std::size_t lane = 0; lane < n_lanes; ++lane) {
      sum = rounded(sum + widened(row[i + lane]) * x[i + lane]);
    }
  }
  for (std::size_t i = n_whole; i < x.size(); ++i) sum = rounded(sum + widened(row[i]) * x[i]);
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
