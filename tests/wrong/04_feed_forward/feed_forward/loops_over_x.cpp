// Belief: The hidden row has as many values as x.
// Truth: It has intermediate_size: loop over hidden.
// Kind: value
// Caught by: feed_forward worked example: GELU
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
  kit::require(down_proj.rows == std::ssize(x), "feed_forward: x has ", x.size(),
               " values, down_proj makes ", down_proj.rows, "; they must be equally many");

  Vector hidden = linear(up_proj, x);
  for (std::size_t i = 0; i < x.size(); ++i) hidden[i] = activate(activation, hidden[i]);
  return linear(down_proj, hidden);
}
