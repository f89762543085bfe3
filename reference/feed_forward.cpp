#include "reference/feed_forward.hpp"

#include <cmath>

#include "reference/activations.hpp"

reference::Result reference::feed_forward(lm::MatrixView up_proj, lm::MatrixView down_proj,
                                          std::span<const float> x, lm::Activation activation) {
  Result y;
  y.terms = up_proj.rows + up_proj.cols;
  y.values.assign(static_cast<std::size_t>(down_proj.rows), 0);
  y.magnitudes.assign(y.values.size(), 0);
  for (int i = 0; i < up_proj.rows; ++i) {
    double sum = 0, terms = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const double term = double{up_proj.row(i)[k]} * double{x[k]};
      sum += term;
      terms += std::fabs(term);
    }
    const double hidden = activate(activation, sum);
    for (std::size_t j = 0; j < y.values.size(); ++j) {
      const double weight = down_proj.row(static_cast<int>(j))[static_cast<std::size_t>(i)];
      y.values[j] += weight * hidden;
      y.magnitudes[j] += std::fabs(weight) * (1.13 * terms + std::fabs(hidden));
    }
  }
  return y;
}
