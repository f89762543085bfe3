// Exercise: gated_feed_forward
//           read gated_feed_forward.md, then make `./kit test gated_feed_forward` pass
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

  // 1. each channel of one branch meets the same channel of the other: refuse branches of two
  //    widths (kit::require, "gated_feed_forward: …")
  // 2. gate: gate_proj times x; bend every value of it (linear, activate)
  // 3. up: up_proj times x, and nothing else
  // 4. hidden: gate times up, channel by channel
  // 5. return down_proj times hidden
  kit::todo("gated_feed_forward");
}
