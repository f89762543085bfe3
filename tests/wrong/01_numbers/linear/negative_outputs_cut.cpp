// Belief: A layer of a network fires or does not: what comes out below 0 is 0.
// Truth: That is an activation, a step of its own. A linear layer passes negative sums on.
// Kind: value
// Caught by: linear worked example: a weight as a book prints it; linear sums fractions
#include "linear.hpp"

#include <algorithm>

#include "common/check.hpp"

lm::Vector lm::linear(MatrixView weight, std::span<const float> x) {
  kit::require(std::ssize(x) == weight.cols, "linear: x has ", x.size(), " values, weight has ",
               weight.cols, " columns; they must be equally many");

  Vector y(to_size(weight.rows));
  for (int o = 0; o < weight.rows; ++o) {
    float sum = 0.0f;
    for (int i = 0; i < weight.cols; ++i) sum += weight(o, i) * x[to_size(i)];
    y[to_size(o)] = std::max(sum, 0.0f);
  }
  return y;
}
