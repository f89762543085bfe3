#include "reference/layer_norm.hpp"

#include <cmath>

reference::Result reference::layer_norm(std::span<const float> x, std::span<const float> weight,
                                        std::span<const float> bias, double eps) {
  const double n = static_cast<double>(x.size());
  double mean = 0, mean_size = 0, variance = 0;
  for (const double value : x) {
    mean += value / n;
    mean_size += std::abs(value) / n;
  }
  for (const double value : x) variance += std::pow(value - mean, 2) / n;
  const double deviation = std::sqrt(variance + eps);

  Result y;
  y.terms = n;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double gain = double{weight[i]} / deviation;
    y.values.push_back(gain * (double{x[i]} - mean) + double{bias[i]});
    y.magnitudes.push_back(std::abs(gain) * (std::abs(double{x[i]}) + mean_size) +
                           std::abs(double{bias[i]}));
  }
  return y;
}
