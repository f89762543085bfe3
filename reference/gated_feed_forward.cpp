#include "reference/gated_feed_forward.hpp"

#include <cmath>

#include "reference/activations.hpp"

reference::Result reference::gated_feed_forward(lm::MatrixView gate_proj, lm::MatrixView up_proj,
                                                lm::MatrixView down_proj, std::span<const float> x,
                                                lm::Activation activation) {
  Result y;
  y.terms = gate_proj.rows + gate_proj.cols;
  y.values.assign(static_cast<std::size_t>(down_proj.rows), 0);
  y.magnitudes.assign(y.values.size(), 0);
  for (int i = 0; i < gate_proj.rows; ++i) {
    double gate = 0, up = 0, gate_terms = 0, up_terms = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const double gate_term = double{gate_proj.row(i)[k]} * double{x[k]};
      const double up_term = double{up_proj.row(i)[k]} * double{x[k]};
      gate += gate_term;
      up += up_term;
      gate_terms += std::fabs(gate_term);
      up_terms += std::fabs(up_term);
    }
    const double bent = activate(activation, gate);
    for (std::size_t j = 0; j < y.values.size(); ++j) {
      const double weight = down_proj.row(static_cast<int>(j))[static_cast<std::size_t>(i)];
      y.values[j] += weight * bent * up;
      y.magnitudes[j] +=
          std::fabs(weight) * (1.13 * gate_terms * std::fabs(up) + std::fabs(bent) * up_terms);
    }
  }
  return y;
}
