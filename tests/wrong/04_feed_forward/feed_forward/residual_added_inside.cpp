// Belief: The sublayer adds x to its own result.
// Truth: The caller does that. Added here as well, x would count twice.
// Kind: value
// Caught by: feed_forward worked example: ReLU
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
  for (float& value : hidden) value = activate(activation, value);
  Vector y = linear(down_proj, hidden);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += x[i];
  return y;
}
