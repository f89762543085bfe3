#include "int8_linear.hpp"

#include <cmath>

#include "reference/int8_linear.hpp"
#include "reference/linear.hpp"
#include "support/testing.hpp"

namespace {

lm::Vector product(const lm::Int8Matrix& weight, std::span<const float> x, int n_threads) {
  lm::Vector y(lm::to_size(weight.rows), -3e4f);
  lm::int8_linear(weight, x, n_threads, y);
  return y;
}

// Integers from -127 to 127 and scales of different size, not made by the code under test.
lm::Int8Matrix random_int8(int rows, int cols, std::uint64_t seed) {
  lm::Int8Matrix weight = {rows, cols, {}, random_row(rows, seed, 1e-3, 1e-1)};
  for (const float value : random_row(rows * cols, seed + 1, -127.5, 127.5)) {
    weight.data.push_back(static_cast<std::int8_t>(value));
  }
  return weight;
}

lm::Matrix as_floats(const lm::Int8Matrix& weight) {
  lm::Matrix floats(weight.rows, weight.cols);
  floats.data.assign(weight.data.begin(), weight.data.end());
  return floats;
}

}  // namespace

// torch.quantize_per_channel of torch 1.13 with scales of largest / 127 and zero points of 0.
TEST_CASE("quantize_int8 gives PyTorch's integers", "[int8_linear][hidden]") {
  const auto narrow =
      lm::quantize_int8(matrix({{0.9453125, -0.30078125, 0.41796875, -0.0625, 0.7109375},
                                {-2.203125, 1.015625, 0.109375, -1.8515625, 0.5546875},
                                {0.013671875, -0.0078125, 0.0244140625, -0.0048828125,
                                 0.01953125}}));
  equals(narrow.rows, 3);
  equals(narrow.cols, 5);
  equals(narrow.data, {127, -40, 56, -8, 96, -127, 59, 6, -107, 32, 71, -41, 127, -25, 102});
  is_close(narrow.scale, {0.007443405511811, 0.017347440944882, 0.0001922367125984});
}

// The same weight, dequantized by torch in float64 and multiplied.
TEST_CASE("int8_linear gives PyTorch's product", "[int8_linear][hidden]") {
  const lm::Int8Matrix weight = {
      3,
      5,
      {127, -40, 56, -8, 96, -127, 59, 6, -107, 32, 71, -41, 127, -25, 102},
      {0.007443405511811f, 0.017347440944882f, 0.0001922367125984f}};
  is_close(product(weight, row({1.5, -0.25, 3, -2.125, 0.75}), 2),
           {3.405358021653543, 1.1124046505905514, 0.12060450756643702});
}

// The tensorflow.org page of tf.linalg.matmul: [[1,2,3],[4,5,6]] times the columns of
// [[7,8],[9,10],[11,12]]; here the weight is half as large and the scale 2.
TEST_CASE("int8_linear gives TensorFlow's printed example", "[int8_linear][hidden]") {
  const lm::Int8Matrix weight = {2, 3, {2, 4, 6, 8, 10, 12}, {0.5f, 0.5f}};
  is_close(product(weight, row({7, 9, 11}), 2), {58, 139});
  is_close(product(weight, row({8, 10, 12}), 3), {64, 154});
}

// The nearest integer is at most half a step away. Which of two is taken half way is left open, so
// a hair more is allowed.
TEST_CASE("quantize_int8 rounds to the nearest integer", "[int8_linear][hidden]") {
  const double size = GENERATE(1e-6, 1e-2, 1.0, 1e4);
  const auto weight = random_matrix(6, 200, 1, -size, size);
  const auto narrow = lm::quantize_int8(weight);
  is_within(0.5 + 1e-4, narrow.data, reference::int8_steps(weight));
  const auto scale = reference::int8_scale(weight);
  std::vector<double> ratio;
  for (std::size_t o = 0; o < narrow.scale.size() && o < scale.size(); ++o) {
    ratio.push_back(narrow.scale[o] / scale[o]);
  }
  is_close(ratio, std::vector<double>(6, 1.0));
}

TEST_CASE("quantize_int8 uses all of the range in each row", "[int8_linear][hidden]") {
  const auto narrow = lm::quantize_int8(matrix({{5, 1, -2}, {0.001, -0.002, 0.0015}, {7, 7, 7}}));
  equals(narrow.data, {127, 25, -51, 64, -127, 95, 127, 127, 127});
}

TEST_CASE("quantize_int8 takes a block of columns", "[int8_linear][hidden]") {
  const lm::Matrix wide = matrix({{70, 1, 2}, {80, 3, -4}});
  const auto narrow = lm::quantize_int8(lm::MatrixView(wide).columns(1, 2));
  equals(narrow.data, {64, 127, 95, -127});
  is_close(narrow.scale, {2.0 / 127, 4.0 / 127});
}

TEST_CASE("quantize_int8 of nothing is empty", "[int8_linear][hidden]") {
  const auto narrow = lm::quantize_int8(lm::Matrix(2, 0));
  equals(narrow.data.size(), 0);
  is_close(narrow.scale, {0, 0});
}

TEST_CASE("quantize_int8 refuses what is not finite", "[int8_linear][hidden][errors]") {
  throws_with("quantize_int8", [] { lm::quantize_int8(matrix({{1, 2}, {INFINITY, 1}})); });
  throws_with("quantize_int8", [] { lm::quantize_int8(matrix({{-INFINITY}})); });
  throws_with("quantize_int8", [] { lm::quantize_int8(matrix({{1, NAN}})); });
}

TEST_CASE("int8_linear agrees with the reference at odd and real sizes", "[int8_linear][hidden]") {
  // (out, in): 688 is the hidden width of a small LLaMA, 11008 that of the 7B.
  const auto [out, in] =
      GENERATE(std::pair{1, 1}, std::pair{1, 2}, std::pair{5, 15}, std::pair{6, 16},
               std::pair{7, 17}, std::pair{3, 31}, std::pair{2, 32}, std::pair{9, 33},
               std::pair{4, 63}, std::pair{3, 65}, std::pair{256, 688}, std::pair{3, 11008});
  const int n_threads = GENERATE(1, 2, 5);
  const auto weight = random_int8(out, in, 3);
  const auto x = random_row(in, 5);
  is_close(product(weight, x, n_threads),
           reference::int8_linear(as_floats(weight), weight.scale, x));
}

TEST_CASE("int8_linear agrees with the reference on large entries", "[int8_linear][hidden]") {
  const auto weight = random_int8(5, 300, 6);
  const auto x = random_row(300, 8, -1e4, 1e4);
  is_close(product(weight, x, 3), reference::int8_linear(as_floats(weight), weight.scale, x));
}

// A row with a single 1 picks one column: each of a block, and each of what is left over.
TEST_CASE("int8_linear of a one-hot row is a column of weight", "[int8_linear][hidden]") {
  const auto weight = random_int8(2, 71, 9);
  for (int i = 0; i < weight.cols; ++i) {
    lm::Vector x(lm::to_size(weight.cols));
    x[lm::to_size(i)] = 1;
    is_close(product(weight, x, 1), reference::int8_linear(as_floats(weight), weight.scale, x));
  }
}

// Each weight is off by at most half a scale, so each output by at most that times the sum of |x|.
TEST_CASE("int8_linear stays near the weight that was rounded", "[int8_linear][hidden]") {
  const auto weight = random_matrix(20, 300, 11);
  const auto x = random_row(300, 12);
  double size = 0;
  for (const float value : x) size += std::abs(value);
  const auto exact = reference::linear(weight, x);
  const auto scale = reference::int8_scale(weight);
  const auto got = product(lm::quantize_int8(weight), x, 2);
  for (std::size_t o = 0; o < scale.size(); ++o) {
    is_within(0.501 * scale[o] * size, got[o], exact.values[o]);
  }
}

TEST_CASE("int8_linear gives the same bits with up to eight threads", "[int8_linear][hidden]") {
  const auto [out, in] = GENERATE(std::pair{1, 1000}, std::pair{7, 63}, std::pair{101, 257});
  const auto weight = random_int8(out, in, 13);
  const auto x = random_row(in, 15, -1e4, 1e4);
  const auto one = product(weight, x, 1);
  for (int n_threads = 2; n_threads <= 8; ++n_threads) equals(product(weight, x, n_threads), one);
}

TEST_CASE("int8_linear leaves its input and what surrounds y unchanged",
          "[int8_linear][hidden]") {
  auto weight = random_int8(5, 37, 16);
  auto x = random_row(37, 18);
  const auto data_before = weight.data;
  const auto scale_before = weight.scale, x_before = x;
  lm::Vector around = row({1, 2, 0, 0, 0, 0, 0, 3, 4});
  lm::int8_linear(weight, x, 2, std::span(around).subspan(2, 5));
  unchanged(data_before, weight.data);
  unchanged(scale_before, weight.scale);
  unchanged(x_before, x);
  equals(lm::Vector{around[0], around[1], around[7], around[8]}, {1, 2, 3, 4});
}

TEST_CASE("int8_linear of an empty sum is 0", "[int8_linear][hidden]") {
  is_close(product({3, 0, {}, {0, 1, 2}}, {}, 2), {0, 0, 0});
}

TEST_CASE("int8_linear refuses what does not fit", "[int8_linear][hidden][errors]") {
  const auto weight = random_int8(3, 2, 19);
  const auto refuses = [&](std::string_view words, const lm::Vector& x, int n_threads, int out) {
    lm::Vector y(lm::to_size(out));
    throws_with(words, [&] { lm::int8_linear(weight, x, n_threads, y); });
  };
  refuses("int8_linear: weight is 3 by 2, x has 3 values, y 3", row({1, 2, 3}), 2, 3);
  refuses("int8_linear: weight is 3 by 2, x has 1 values, y 3", row({1}), 2, 3);
  refuses("int8_linear: weight is 3 by 2, x has 2 values, y 2", row({1, 2}), 2, 2);
  refuses("int8_linear: weight is 3 by 2, x has 2 values, y 4", row({1, 2}), 2, 4);
  refuses("int8_linear: n_threads is 0", row({1, 2}), 0, 3);
  refuses("int8_linear: n_threads is -1", row({1, 2}), -1, 3);
}
