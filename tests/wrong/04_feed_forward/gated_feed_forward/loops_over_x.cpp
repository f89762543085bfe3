// Belief: The branches have as many values as x.
// Truth: They have intermediate_size: loop over gate.
// Kind: value
// Caught by: gated_feed_forward reads each weight as (out, in)
#include "gated_feed_forward.hpp"

#include "activations.hpp"
#include "common/check.hpp"
#include "linear.hpp"

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
  Vector hidden = gate;
  for (std::size_t i = 0; i < x.size(); ++i) hidden[i] = activate(activation, gate[i]) * up[i];
  return linear(down_proj, hidden);
}
