#include "parallel_linear.hpp"

#include "support/testing.hpp"

namespace {

// What y held before must not matter, so it holds 99.
lm::Vector product(lm::MatrixView weight, const lm::Vector& x, int n_threads) {
  lm::Vector y(lm::to_size(weight.rows), 99.0f);
  lm::parallel_linear(weight, x, n_threads, y);
  return y;
}

}  // namespace

// 1·1 + 2·10, 3·1 + 4·10 and 5·1 + 6·10. Of two threads one takes two rows, the other takes one.
TEST_CASE("parallel_linear worked example: three rows, two threads", "[parallel_linear]") {
  is_close(product(matrix({{1, 2}, {3, 4}, {5, 6}}), row({1, 10}), 2), {21, 43, 65});
}

// 3 + 2 + 2 rows for three threads, 2 + 2 + 2 + 1 for four; with eight, one has nothing to do.
TEST_CASE("parallel_linear shares out seven rows", "[parallel_linear]") {
  const auto weight = matrix({{1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6}, {1, 7}});
  const int n_threads = GENERATE(1, 2, 3, 4, 5, 6, 7, 8);
  is_close(product(weight, row({100, 1}), n_threads), {101, 102, 103, 104, 105, 106, 107});
}

// In float32 100000000 + 1 is 100000000: summed in this order the row gives 1, in halves 0.
TEST_CASE("parallel_linear has the same bits for every number of threads", "[parallel_linear]") {
  const auto weight = matrix({{1e8, 1, -1e8, 1}, {0.1, 0.7, -0.9, 0.3}, {1e8, -1e8, 1, 1}});
  const auto x = row({1, 1, 1, 1});
  const int n_threads = GENERATE(2, 3, 4, 8);
  equals(product(weight, x, n_threads), product(weight, x, 1));
}

// The last two columns of a wider matrix: its rows stand three floats apart, not two.
TEST_CASE("parallel_linear multiplies a block of columns", "[parallel_linear]") {
  const lm::Matrix wide = matrix({{7, 1, 2}, {8, 3, 4}, {9, 5, 6}});
  is_close(product(lm::MatrixView(wide).columns(1, 2), row({1, 10}), 2), {21, 43, 65});
}
