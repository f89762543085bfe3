// Belief: Two weights are read as one word: the upper half is a float32 already, and its last 16
//   bits hardly matter.
// Truth: They are the neighbor, and make the weight larger by up to 1/128 of itself. Mask them:
//   word & 0xFFFF0000.
// Kind: value
// Caught by: bf16_linear worked example: four weights of 16 bits
#include "bf16_linear.hpp"

#include <bit>
#include <cstring>

#include "common/check.hpp"

namespace {

float widened(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

float dot(const std::uint16_t* row, std::span<const float> x) {
  const std::size_t n_pairs = x.size() / 2;
  float sum = 0.0f;
  for (std::size_t pair = 0; pair < n_pairs; ++pair) {
    std::uint32_t word = 0;
    std::memcpy(&word, row + 2 * pair, sizeof word);
    const float first = std::bit_cast<float>(word << 16);
    const float second = std::bit_cast<float>(word);
    sum += first * x[2 * pair] + second * x[2 * pair + 1];
  }
  if (x.size() % 2 == 1) sum += widened(row[x.size() - 1]) * x[x.size() - 1];
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
