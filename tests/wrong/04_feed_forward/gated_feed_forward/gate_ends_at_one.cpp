// Belief: What passes is at most all of it, so the gate is held between 0 and 1.
// Truth: SiLU has no upper end and goes below 0: a gate of 1.226 makes the channel larger.
// Kind: value
// Caught by: gated_feed_forward worked example: SwiGLU
#include "gated_feed_forward.hpp"

#include <algorithm>

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
  Vector hidden(gate.size());
  for (std::size_t i = 0; i < hidden.size(); ++i)
    hidden[i] = std::clamp(activate(activation, gate[i]), 0.0f, 1.0f) * up[i];
  return linear(down_proj, hidden);
}
