// Belief: W1 takes d to 4d, so its d rows belong to the inputs.
// Truth: A checkpoint stores (out, in): 4d rows, one for each output.
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

  Vector hidden(to_size(up_proj.rows), 0.0f);
  for (int i = 0; i < up_proj.cols; ++i) {
    for (int o = 0; o < up_proj.rows; ++o) {
      hidden[to_size(o)] += up_proj.data[i * up_proj.rows + o] * x[to_size(i)];
    }
  }
  for (float& value : hidden) value = activate(activation, value);
  return linear(down_proj, hidden);
}
