// Belief: The printed steps have three digits, so each is computed from the three digits before it.
// Truth: Round for print only: from 0.818 come 1.227, 0.982 and 1.178, where 1.226, 0.981 and 1.177
//   are right.
// Kind: value
// Caught by: gated_feed_forward rounds for print only
#include "gated_feed_forward.hpp"

#include <cmath>

#include "activations.hpp"
#include "common/check.hpp"
#include "linear.hpp"

namespace {

float rounded(float value, float unit) {
  return std::round(value * unit) / unit;
}

}  // namespace

lm::Vector lm::gated_feed_forward(MatrixView gate_proj, MatrixView up_proj, MatrixView down_proj,
                                  std::span<const float> x, Activation activation) {
  kit::require(gate_proj.cols == std::ssize(x) && up_proj.cols == std::ssize(x),
               "gated_feed_forward: x has ", x.size(), " values, gate_proj has ", gate_proj.cols,
               " columns, up_proj has ", up_proj.cols, "; they must be equally many");
  kit::require(down_proj.rows == std::ssize(x) && down_proj.cols == gate_proj.rows,
               "gated_feed_forward: down_proj has shape (", down_proj.rows, ", ", down_proj.cols,
               "), it must be (", x.size(), ", ", gate_proj.rows, ")");
  kit::require(gate_proj.rows == up_proj.rows, "gated_feed_forward: gate_proj has ", gate_proj.rows,
               " rows, up_proj has ", up_proj.rows, "; they must be equally many");

  const Vector gate = linear(gate_proj, x);
  const Vector up = linear(up_proj, x);
  Vector hidden(gate.size());
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    const float bent = activation == Activation::silu ? gate[i] * rounded(sigmoid(gate[i]), 1e3f)
                                                      : activate(activation, gate[i]);
    hidden[i] = rounded(rounded(bent, 1e3f) * up[i], 1e3f);
  }
  return linear(down_proj, hidden);
}
