// Exercise: feed_forward        read feed_forward.md, then make `./kit test feed_forward` pass
#include "feed_forward.hpp"

#include "activations.hpp"
#include "common/check.hpp"
#include "linear.hpp"

lm::Vector lm::feed_forward(MatrixView up_proj, MatrixView down_proj, std::span<const float> x,
                            Activation activation) {
  kit::require(up_proj.cols == std::ssize(x), "feed_forward: x has ", x.size(),
               " values, up_proj has ", up_proj.cols, " columns; it needs one for each value");
  kit::require(down_proj.cols == up_proj.rows, "feed_forward: up_proj makes ", up_proj.rows,
               " values, down_proj takes ", down_proj.cols, "; they must be equally many");

  // 1. the result joins x in the residual stream: refuse a down_proj that does not make as many
  //    values as x has (kit::require, "feed_forward: …")
  // 2. hidden: up_proj times x (linear)
  // 3. bend every value of hidden (activate)
  // 4. return down_proj times hidden
  kit::todo("feed_forward");
}
