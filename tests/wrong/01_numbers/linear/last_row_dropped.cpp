// Belief: The loop over the rows ends before the last one.
// Truth: The rows are 0 to rows - 1: o < weight.rows ends after the last of them.
// Kind: value
// Caught by: linear worked example: [[1, 2], [3, 4]] times [1, 10]; linear worked example: a weight
//   as a book prints it
#include "linear.hpp"

#include "common/check.hpp"

lm::Vector lm::linear(MatrixView weight, std::span<const float> x) {
  kit::require(std::ssize(x) == weight.cols, "linear: x has ", x.size(), " values, weight has ",
               weight.cols, " columns; they must be equally many");

  Vector y(to_size(weight.rows));
  for (int o = 0; o < weight.rows - 1; ++o) {
    const std::span<const float> row = weight.row(o);
    float sum = 0.0f;
    for (std::size_t i = 0; i < x.size(); ++i) sum += row[i] * x[i];
    y[to_size(o)] = sum;
  }
  return y;
}
