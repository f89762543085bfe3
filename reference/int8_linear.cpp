#include "reference/int8_linear.hpp"

#include <algorithm>
#include <cmath>

#include "reference/linear.hpp"

std::vector<double> reference::int8_scale(lm::MatrixView weight) {
  std::vector<double> scale;
  for (int o = 0; o < weight.rows; ++o) {
    double largest = 0;
    for (const double value : weight.row(o)) largest = std::max(largest, std::abs(value));
    scale.push_back(largest / 127);
  }
  return scale;
}

std::vector<double> reference::int8_steps(lm::MatrixView weight) {
  const std::vector<double> scale = int8_scale(weight);
  std::vector<double> steps;
  for (int o = 0; o < weight.rows; ++o) {
    const double size = scale[static_cast<std::size_t>(o)];
    for (const double value : weight.row(o)) steps.push_back(size == 0 ? 0 : value / size);
  }
  return steps;
}

reference::Result reference::int8_linear(lm::MatrixView data, std::span<const float> scale,
                                         std::span<const float> x) {
  Result y = linear(data, x);
  for (std::size_t o = 0; o < y.values.size(); ++o) {
    y.values[o] *= scale[o];
    y.magnitudes[o] *= scale[o];
  }
  return y;
}
