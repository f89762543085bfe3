#include "reference/sublayer.hpp"

std::vector<double> reference::pre_norm(std::span<const double> x, const RowFunction& norm,
                                        const RowFunction& f) {
  const std::vector<double> normalized = norm(x);
  const std::vector<double> branch = f(normalized);
  std::vector<double> y;
  for (std::size_t i = 0; i < x.size(); ++i) y.push_back(x[i] + branch[i]);
  return y;
}

std::vector<double> reference::post_norm(std::span<const double> x, const RowFunction& norm,
                                         const RowFunction& f) {
  const std::vector<double> branch = f(x);
  std::vector<double> sum;
  for (std::size_t i = 0; i < x.size(); ++i) sum.push_back(x[i] + branch[i]);
  return norm(sum);
}
