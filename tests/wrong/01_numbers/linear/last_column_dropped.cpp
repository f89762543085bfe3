// Belief: Indices start at 0, so the loop ends before the last one.
// Truth: The indices of n values are 0 to n - 1, and i < n ends after the last of them.
// Kind: value
// Caught by: linear worked example: [[1, 2], [3, 4]] times [1, 10]; linear may make fewer values
//   than it is given
#include "linear.hpp"

#include "common/check.hpp"

lm::Vector lm::linear(MatrixView weight, std::span<const float> x) {
  kit::require(std::ssize(x) == weight.cols, "linear: x has ", x.size(), " values, weight has ",
               weight.cols, " columns; they must be equally many");

  Vector y(to_size(weight.rows));
  for (int o = 0; o < weight.rows; ++o) {
    float sum = 0.0f;
    for (int i = 0; i < weight.cols - 1; ++i) sum += weight(o, i) * x[to_size(i)];
    y[to_size(o)] = sum;
  }
  return y;
}
