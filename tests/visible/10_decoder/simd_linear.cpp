#include "simd_linear.hpp"

#include "support/testing.hpp"

namespace {

// What y held before must not matter, so it holds 99.
lm::Vector product(lm::MatrixView weight, const lm::Vector& x, int n_threads) {
  lm::Vector y(lm::to_size(weight.rows), 99.0f);
  lm::simd_linear(weight, x, n_threads, y);
  return y;
}

// 1, 2, 3, … n.
lm::Vector numbers_to(int n) {
  lm::Vector x;
  for (int i = 1; i <= n; ++i) x.push_back(static_cast<float>(i));
  return x;
}

}  // namespace

// Column 2 in the first half of a block, 9 in the second, 18 behind it: 3·1 + 10·10 + 19·100.
TEST_CASE("simd_linear worked example: twenty columns", "[simd_linear]") {
  lm::Matrix weight(1, 20);
  weight(0, 2) = 1;
  weight(0, 9) = 10;
  weight(0, 18) = 100;
  is_close(product(weight, numbers_to(20), 1), {2003});
}

// 1 + 2 + … + 70 = 70·71 / 2; row o has that o + 1 times.
TEST_CASE("simd_linear worked example: five rows of seventy columns", "[simd_linear]") {
  lm::Matrix weight(5, 70);
  for (int o = 0; o < weight.rows; ++o) {
    for (float& value : weight.row(o)) value = static_cast<float>(o + 1);
  }
  is_close(product(weight, numbers_to(70), 1), {2485, 4970, 7455, 9940, 12425});
}

// Two groups of four, and one row left over.
TEST_CASE("simd_linear multiplies nine rows", "[simd_linear]") {
  const auto weight = matrix({{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}});
  const int n_threads = GENERATE(1, 2, 3, 8);
  is_close(product(weight, row({10}), n_threads), {10, 20, 30, 40, 50, 60, 70, 80, 90});
}

TEST_CASE("simd_linear has the same bits for every number of threads", "[simd_linear]") {
  const auto weight = random_matrix(11, 70, 1);
  const auto x = random_row(70, 2, -1e4, 1e4);
  const int n_threads = GENERATE(2, 3, 4, 8);
  equals(product(weight, x, n_threads), product(weight, x, 1));
}

// The last two columns of a wider matrix: its rows stand three floats apart, not two.
TEST_CASE("simd_linear multiplies a block of columns", "[simd_linear]") {
  const lm::Matrix wide = matrix({{7, 1, 2}, {8, 3, 4}, {9, 5, 6}, {0, 7, 8}});
  is_close(product(lm::MatrixView(wide).columns(1, 2), row({1, 10}), 2), {21, 43, 65, 87});
}
