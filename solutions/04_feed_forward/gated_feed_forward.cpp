// Exercise: gated_feed_forward
//           read gated_feed_forward.md, then make `./kit test gated_feed_forward` pass
#include "gated_feed_forward.hpp"

#include "activations.hpp"
#include "common/check.hpp"
#include "linear.hpp"

lm::Vector lm::gated_feed_forward(MatrixView gate_proj, MatrixView up_proj, MatrixView down_proj,
                                  std::span<const float> x, Activation activation) {
  kit::require(gate_proj.rows == up_proj.rows, "gated_feed_forward: gate_proj has ", gate_proj.rows,
               " rows, up_proj has ", up_proj.rows);

  const Vector gate = linear(gate_proj, x);
  Vector hidden = linear(up_proj, x);
  for (std::size_t i = 0; i < hidden.size(); ++i) hidden[i] *= activate(activation, gate[i]);
  return linear(down_proj, hidden);
}
