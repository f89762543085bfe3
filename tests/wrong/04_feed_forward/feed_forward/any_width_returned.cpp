// Belief: Whatever width down_proj makes is right; the caller knows what to do with it.
// Truth: The result joins x in the residual stream, so it must be as wide as x: refuse others in
//   words.
// Kind: error
// Caught by: feed_forward refuses to return a row of another width
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

  Vector hidden = linear(up_proj, x);
  for (float& value : hidden) value = activate(activation, value);
  return linear(down_proj, hidden);
}
