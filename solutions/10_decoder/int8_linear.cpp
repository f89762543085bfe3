// Exercise: int8_linear         read int8_linear.md, then make `./kit test int8_linear` pass
#include "int8_linear.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/check.hpp"

namespace {

constexpr std::size_t n_lanes = 16;

}  // namespace

lm::Int8Matrix lm::quantize_int8(MatrixView weight) {
  Int8Matrix narrow = {weight.rows, weight.cols, {}, {}};
  narrow.data.reserve(to_size(weight.rows) * to_size(weight.cols));
  for (int o = 0; o < weight.rows; ++o) {
    float largest = 0.0f;
    for (const float value : weight.row(o)) largest = std::max(largest, std::fabs(value));
    kit::require(std::isfinite(largest), "quantize_int8: row ", o, " is not finite");

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
  const std::size_t n_whole = x.size() - x.size() % n_lanes;

#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int o = 0; o < weight.rows; ++o) {
    const std::int8_t* row = weight.data.data() + to_size(o) * x.size();
    std::array<float, n_lanes> sums = {};
    for (std::size_t i = 0; i < n_whole; i += n_lanes) {
#pragma omp simd
      for (std::size_t lane = 0; lane < n_lanes; ++lane) {
        sums[lane] += static_cast<float>(row[i + lane]) * x[i + lane];
      }
    }
    float sum = 0.0f;
    for (const float lane : sums) sum += lane;
    for (std::size_t i = n_whole; i < x.size(); ++i) sum += static_cast<float>(row[i]) * x[i];
    y[to_size(o)] = weight.scale[to_size(o)] * sum;
  }
}
