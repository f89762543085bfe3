#include "reference/deep_norm.hpp"

#include <cmath>

std::vector<double> reference::sandwich_norm(std::span<const double> x,
                                             const RowFunction& inner_norm,
                                             const RowFunction& outer_norm, const RowFunction& f) {
  const std::vector<double> inner = inner_norm(x);
  const std::vector<double> branch = f(inner);
  const std::vector<double> outer = outer_norm(branch);
  std::vector<double> y;
  for (std::size_t i = 0; i < x.size(); ++i) y.push_back(x[i] + outer[i]);
  return y;
}

// The fourth root is a square root, twice.
double reference::deep_norm_alpha(int n_layers) {
  return std::sqrt(std::sqrt(2.0 * static_cast<double>(n_layers)));
}
double reference::deep_norm_beta(int n_layers) {
  return 1 / std::sqrt(std::sqrt(8.0 * static_cast<double>(n_layers)));
}

std::vector<double> reference::deep_norm(std::span<const double> x, const RowFunction& norm,
                                         const RowFunction& f, int n_layers) {
  const double alpha = deep_norm_alpha(n_layers);
  const std::vector<double> branch = f(x);
  std::vector<double> sum;
  for (std::size_t i = 0; i < x.size(); ++i) sum.push_back(alpha * x[i] + branch[i]);
  return norm(sum);
}
