#include "linear.hpp"

#include "support/testing.hpp"

// 1·1 + 2·10 = 21, and 3·1 + 4·10 = 43. The ten keeps the two digits apart.
TEST_CASE("linear worked example: [[1, 2], [3, 4]] times [1, 10]", "[linear]") {
  is_close(lm::linear(matrix({{1, 2}, {3, 4}}), row({1, 10})), {21, 43});
}

// A book prints x·W = [1.462117·1 − 0.806824·1, 1.462117·0 − 0.806824·1]. Its W has shape (in,
// out), ours is (out, in): book_weight turns the printed table.
TEST_CASE("linear worked example: a weight as a book prints it", "[linear]") {
  const auto weight = book_weight({{1, 0}, {1, 1}});
  shows(6, lm::linear(weight, row({1.462117, -0.806824})), {"0.655293", "-0.806824"});
}

// Two outputs of three inputs each: 1·1 + 2·10 + 3·100 and 4·1 + 5·10 + 6·100.
TEST_CASE("linear may make fewer values than it is given", "[linear]") {
  is_close(lm::linear(matrix({{1, 2, 3}, {4, 5, 6}}), row({1, 10, 100})), {321, 654});
}

TEST_CASE("linear may make more values than it is given", "[linear]") {
  is_close(lm::linear(matrix({{1, 2}, {3, 4}, {5, 6}}), row({1, 10})), {21, 43, 65});
}

// 0.5·0.5 + 0.5·1.5 = 0.25 + 0.75, and 1·0.5 − 0.5·1.5 = 0.5 − 0.75.
TEST_CASE("linear sums fractions", "[linear]") {
  is_close(lm::linear(matrix({{0.5, 0.5}, {1, -0.5}}), row({0.5, 1.5})), {1, -0.25});
}

// The last two columns of a wider matrix: its rows stand three floats apart, not two.
TEST_CASE("linear multiplies a block of columns", "[linear]") {
  const lm::Matrix wide = matrix({{7, 1, 2}, {8, 3, 4}});
  is_close(lm::linear(lm::MatrixView(wide).columns(1, 2), row({1, 10})), {21, 43});
}
