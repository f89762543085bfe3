// Belief: weight(i, o) is the weight from input i to output o.
// Truth: The first index is the row, and row o makes output o: weight(o, i). A square weight hides
//   it.
// Kind: value
// Caught by: linear worked example: [[1, 2], [3, 4]] times [1, 10]; linear worked example: a weight
//   as a book prints it
#include "linear.hpp"

#include "common/check.hpp"

lm::Vector lm::linear(MatrixView weight, std::span<const float> x) {
  kit::require(std::ssize(x) == weight.cols, "linear: x has ", x.size(), " values, weight has ",
               weight.cols, " columns; they must be equally many");

  Vector y(to_size(weight.rows));
  for (int o = 0; o < weight.rows; ++o) {
    float sum = 0.0f;
    for (int i = 0; i < weight.cols; ++i) sum += weight(i, o) * x[to_size(i)];
    y[to_size(o)] = sum;
  }
  return y;
}
