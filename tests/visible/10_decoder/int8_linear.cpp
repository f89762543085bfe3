#include "int8_linear.hpp"

#include "support/testing.hpp"

namespace {

// What y held before must not matter, so it holds 99.
lm::Vector product(const lm::Int8Matrix& weight, const lm::Vector& x, int n_threads) {
  lm::Vector y(lm::to_size(weight.rows), 99.0f);
  lm::int8_linear(weight, x, n_threads, y);
  return y;
}

}  // namespace

// The largest is 2.54 = 127·0.02: -1 is -50 steps of that, -0.052 is -2.6, 0.612 is 30.6. In the
// second row it is -0.127 = -127·0.001.
TEST_CASE("quantize_int8 worked example: two rows, two scales", "[int8_linear]") {
  const auto narrow =
      lm::quantize_int8(matrix({{2.54, -1, -0.052, 0.612}, {-0.127, 0.051, 0.0004, 0.1}}));
  is_close(narrow.scale, {0.02, 0.001});
  equals(narrow.data, {127, -50, -3, 31, -127, 51, 0, 100});
}

// Both ends are alike, so that a number and its negative stay that. -128 is left out.
TEST_CASE("quantize_int8 goes from -127 to 127", "[int8_linear]") {
  equals(lm::quantize_int8(matrix({{1, -1}, {-3, 1}})).data, {127, -127, -127, 42});
}

TEST_CASE("quantize_int8 gives a row of zeros the scale 0", "[int8_linear]") {
  const auto narrow = lm::quantize_int8(matrix({{0, 0}, {254, 8}}));
  is_close(narrow.scale, {0, 2});
  equals(narrow.data, {0, 0, 127, 4});
}

// 0.02·(127 - 500 - 300 + 31000), and 0.001·(-127 + 510 + 0 + 100000).
TEST_CASE("int8_linear worked example: two rows, two scales", "[int8_linear]") {
  const lm::Int8Matrix weight = {2, 4, {127, -50, -3, 31, -127, 51, 0, 100}, {0.02f, 0.001f}};
  is_close(product(weight, row({1, 10, 100, 1000}), 1), {606.54, 100.383});
}

// 101·(1 + 2 + … + 70) = 101·2485 is more than 8 or 16 bits hold, and each x has a quarter more.
TEST_CASE("int8_linear sums in float32", "[int8_linear]") {
  lm::Vector x;
  for (int i = 1; i <= 70; ++i) x.push_back(static_cast<float>(i) + 0.25f);
  const lm::Int8Matrix weight = {1, 70, std::vector<std::int8_t>(70, 101), {0.5f}};
  is_close(product(weight, x, 1), {50.5 * (2485 + 70 * 0.25)});
}

TEST_CASE("int8_linear has the same bits for every number of threads", "[int8_linear]") {
  const auto weight = lm::quantize_int8(random_matrix(7, 67, 1));
  const auto x = random_row(67, 2, -1e4, 1e4);
  const int n_threads = GENERATE(2, 3, 8);
  equals(product(weight, x, n_threads), product(weight, x, 1));
}
