// Belief: What was divided by the scale to be quantized is so in the product, too.
// Truth: Weights were divided by it to become integers, so integers are multiplied by it to
//   become weights.
// Kind: value
// Caught by: int8_linear worked example: two rows, two scales; int8_linear sums in float32
#include "int8_linear.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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

float dot(const std::int8_t* row, std::span<const float> x) {
  const std::size_t n_whole = x.size() - x.size() % n_lanes;
  Lanes sums = {};
  for (std::size_t i = 0; i < n_whole; i += n_lanes) {
#pragma omp simd
    for (std::size_t lane = 0; lane < n_lanes; ++lane) {
      sums[lane] += static_cast<float>(row[i + lane]) * x[i + lane];
    }
  }
  float sum = total(sums);
  for (std::size_t i = n_whole; i < x.size(); ++i) sum += static_cast<float>(row[i]) * x[i];
  return sum;
}

}  // namespace

lm::Int8Matrix lm::quantize_int8(MatrixView weight) {
  Int8Matrix narrow = {weight.rows, weight.cols, {}, {}};
  for (int o = 0; o < weight.rows; ++o) {
    float largest = 0.0f;
    for (const float value : weight.row(o)) {
      kit::require(std::isfinite(value), "quantize_int8: row ", o, " is not finite");
      largest = std::max(largest, std::fabs(value));
    }

    const float scale = largest / 127.0f;
    narrow.scale.push_back(scale);
    for (const float value : weight.row(o)) {
      const float steps = scale > 0.0f ? std::nearbyint(value / scale) : 0.0f;
      narrow.data.push_back(static_cast<std::int8_t>(std::clamp(steps, -127.0f, 127.0f)));
    }
  }
  return narrow;
}

void lm::int8_linear(const Int8Matrix& weight, std::span<const float> x, int n_threads,
                     std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "int8_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ", x.size(),
               " values, y ", y.size());
  kit::require(n_threads >= 1, "int8_linear: n_threads is ", n_threads, ", at least 1 is needed");

  const auto multiply = [&](int o) {
    const std::int8_t* row = weight.data.data() + to_size(o) * x.size();
    y[to_size(o)] = dot(row, x) / weight.scale[to_size(o)];
  };
  if (n_threads == 1) {  // even a team of one costs a microsecond
    for (int o = 0; o < weight.rows; ++o) multiply(o);
    return;
  }
#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int o = 0; o < weight.rows; ++o) multiply(o);
}
