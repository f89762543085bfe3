// Belief: One variable is enough for the sum; it starts at 0 once.
// Truth: Each output is a sum of its own: it starts at 0 for every row.
// Kind: value
// Caught by: linear worked example: [[1, 2], [3, 4]] times [1, 10]; linear may make more values
//   than it is given
#include "linear.hpp"

#include "common/check.hpp"

lm::Vector lm::linear(MatrixView weight, std::span<const float> x) {
  kit::require(std::ssize(x) == weight.cols, "linear: x has ", x.size(), " values, weight has ",
               weight.cols, " columns; they must be equally many");

  Vector y(to_size(weight.rows));
  float sum = 0.0f;
  for (int o = 0; o < weight.rows; ++o) {
    for (int i = 0; i < weight.cols; ++i) sum += weight(o, i) * x[to_size(i)];
    y[to_size(o)] = sum;
  }
  return y;
}
