// Belief: A layer computes x·W, as the book prints it: the weight is stored as (in, out).
// Truth: A checkpoint stores (out, in): row o holds what output o needs, and the product is W·x.
// Kind: value
// Caught by: linear worked example: [[1, 2], [3, 4]] times [1, 10]; linear worked example: a weight
//   as a book prints it; linear may make fewer values than it is given
#include "linear.hpp"

#include "common/check.hpp"

lm::Vector lm::linear(MatrixView weight, std::span<const float> x) {
  kit::require(std::ssize(x) == weight.cols, "linear: x has ", x.size(), " values, weight has ",
               weight.cols, " columns; they must be equally many");

  // The table holds out weights for each input, one input after the other.
  const std::size_t out = to_size(weight.rows);
  Vector y(out);
  for (std::size_t o = 0; o < out; ++o) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * weight.data[i * out + o];
    y[o] = sum;
  }
  return y;
}
