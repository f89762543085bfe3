#include "reference/residual_stack.hpp"

#include <cmath>

std::vector<double> reference::residual_stack(std::span<const double> x,
                                              const std::vector<RowFunction>& norms,
                                              const std::vector<RowFunction>& sublayers,
                                              const RowFunction& final_norm) {
  std::vector<double> stream(x.begin(), x.end());
  for (std::size_t n = 0; n < norms.size(); ++n) {
    const std::vector<double> normalized = norms[n](stream);
    const std::vector<double> branch = sublayers[n](normalized);
    for (std::size_t i = 0; i < stream.size(); ++i) stream[i] += branch[i];
  }
  return final_norm(stream);
}

double reference::sublayer_share(int n) {
  const double variance_of_the_branch = 1;
  double variance_of_the_sum = 1;  // the embedding
  for (int k = 1; k <= n; ++k) variance_of_the_sum += 1;
  return std::sqrt(variance_of_the_branch / variance_of_the_sum);
}
