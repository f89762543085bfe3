#include "reference/rms_norm.hpp"

#include <cmath>

std::vector<double> reference::rms_norm(std::span<const float> x, std::span<const float> weight,
                                        double eps) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  const double rms = std::sqrt(sum / static_cast<double>(x.size()) + eps);
  std::vector<double> y;
  for (std::size_t i = 0; i < x.size(); ++i) y.push_back(double{weight[i]} * double{x[i]} / rms);
  return y;
}
