// Belief: A layer returns a row of the same width as the one it is given.
// Truth: It returns one value for each row of weight, more or fewer than x has.
// Kind: value
// Caught by: linear may make fewer values than it is given; linear may make more values than it is
//   given
#include "linear.hpp"

#include <algorithm>

#include "common/check.hpp"

lm::Vector lm::linear(MatrixView weight, std::span<const float> x) {
  kit::require(std::ssize(x) == weight.cols, "linear: x has ", x.size(), " values, weight has ",
               weight.cols, " columns; they must be equally many");

  Vector y(x.size());
  for (int o = 0; o < std::min(weight.rows, weight.cols); ++o) {
    for (int i = 0; i < weight.cols; ++i) y[to_size(o)] += weight(o, i) * x[to_size(i)];
  }
  return y;
}
