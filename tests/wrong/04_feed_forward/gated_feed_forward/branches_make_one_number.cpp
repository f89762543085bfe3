// Belief: Gate times up is a dot product, one number.
// Truth: Channel by channel: hidden has as many values as the branches, and nothing is summed
//   before down.
// Kind: value
// Caught by: gated_feed_forward worked example: SwiGLU; gated_feed_forward multiplies channel by
//   channel
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
  Vector hidden(gate.size());
  float dot = 0.0f;
  for (std::size_t i = 0; i < hidden.size(); ++i) dot += activate(activation, gate[i]) * up[i];
  for (float& value : hidden) value = dot;
  return linear(down_proj, hidden);
}
