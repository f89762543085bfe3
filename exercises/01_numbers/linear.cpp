// Exercise: linear              read linear.md, then make `./kit test linear` pass
#include "linear.hpp"

#include "common/check.hpp"

lm::Vector lm::linear(MatrixView weight, std::span<const float> x) {
  kit::require(std::ssize(x) == weight.cols, "linear: x has ", x.size(), " values, weight has ",
               weight.cols, " columns; they must be equally many");

  // 1. y: one value for each row of weight, 0 to begin with
  // 2. y[o]: add weight(o, i) * x[i] for i = 0, 1, 2, … up to the last column
  // 3. return y
  kit::todo("linear");
}
