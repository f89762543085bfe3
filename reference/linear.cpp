#include "reference/linear.hpp"

#include <cmath>

reference::Result reference::linear(lm::MatrixView weight, std::span<const float> x) {
  Result y;
  y.terms = static_cast<double>(x.size());
  for (int o = 0; o < weight.rows; ++o) {
    double sum = 0, magnitude = 0;
    for (int i = 0; i < weight.cols; ++i) {
      const double term = double{weight(o, i)} * double{x[static_cast<std::size_t>(i)]};
      sum += term;
      magnitude += std::abs(term);
    }
    y.values.push_back(sum);
    y.magnitudes.push_back(magnitude);
  }
  return y;
}
