// Belief: std::inner_product(…, 0) sums whatever the ranges hold.
// Truth: The 0 decides: it is an int, so every partial sum is cut to a whole number. Write 0.0f.
// Kind: value
// Caught by: linear sums fractions; linear worked example: a weight as a book prints it
#include "linear.hpp"

#include <numeric>

#include "common/check.hpp"

lm::Vector lm::linear(MatrixView weight, std::span<const float> x) {
  kit::require(std::ssize(x) == weight.cols, "linear: x has ", x.size(), " values, weight has ",
               weight.cols, " columns; they must be equally many");

  Vector y(to_size(weight.rows));
  for (int o = 0; o < weight.rows; ++o) {
    const std::span<const float> row = weight.row(o);
    y[to_size(o)] = static_cast<float>(std::inner_product(row.begin(), row.end(), x.begin(), 0));
  }
  return y;
}
