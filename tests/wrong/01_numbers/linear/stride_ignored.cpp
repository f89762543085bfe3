// Belief: A matrix is one block of numbers: row o starts at o · cols.
// Truth: A view may be a part of a wider matrix. Row o starts at o · stride; row(o) knows it.
// Kind: value
// Caught by: linear multiplies a block of columns; linear agrees with the reference on blocks of
//   rows and columns
#include "linear.hpp"

#include "common/check.hpp"

lm::Vector lm::linear(MatrixView weight, std::span<const float> x) {
  kit::require(std::ssize(x) == weight.cols, "linear: x has ", x.size(), " values, weight has ",
               weight.cols, " columns; they must be equally many");

  Vector y(to_size(weight.rows));
  for (std::size_t o = 0; o < y.size(); ++o) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < x.size(); ++i) sum += weight.data[o * x.size() + i] * x[i];
    y[o] = sum;
  }
  return y;
}
