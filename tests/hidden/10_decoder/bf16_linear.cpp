#include "bf16_linear.hpp"

#include <bit>

#include "reference/linear.hpp"
#include "reference/narrow_floats.hpp"
#include "support/testing.hpp"

namespace {

using Bits = std::vector<std::uint16_t>;

lm::Vector product(const Bits& bits, std::span<const float> x, int n_threads) {
  const int cols = static_cast<int>(x.size()), rows = static_cast<int>(bits.size()) / cols;
  lm::Vector y(lm::to_size(rows), -3e4f);
  lm::bf16_linear({bits.data(), rows, cols}, x, n_threads, y);
  return y;
}

// The upper halves of random numbers in [-1, 1).
Bits random_bits(int rows, int cols, std::uint64_t seed) {
  Bits bits;
  for (const float value : random_matrix(rows, cols, seed).data) {
    bits.push_back(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16));
  }
  return bits;
}

// What the bits stand for, exactly.
lm::Matrix widened(const Bits& bits, int rows, int cols) {
  lm::Matrix weight(rows, cols);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    weight.data[i] = static_cast<float>(reference::bf16_to_float(bits[i]));
  }
  return weight;
}

}  // namespace

// Wikipedia's page on bfloat16: 1, -2, the largest, and what is nearest to pi and to 1/3.
TEST_CASE("bf16_linear widens the published examples", "[bf16_linear][hidden]") {
  is_close(product({0x3F80, 0xC000, 0x4049, 0x3EAB}, row({1}), 1), {1, -2, 3.140625, 0.333984375});
  is_close(product({0x7F7F}, row({1e-38}), 1), {3.38953138925});
}

// The tensorflow.org page of tf.linalg.matmul: [[1,2,3],[4,5,6]] times the columns of
// [[7,8],[9,10],[11,12]].
TEST_CASE("bf16_linear gives TensorFlow's printed example", "[bf16_linear][hidden]") {
  const Bits bits = {0x3F80, 0x4000, 0x4040, 0x4080, 0x40A0, 0x40C0};
  is_close(product(bits, row({7, 9, 11}), 2), {58, 139});
  is_close(product(bits, row({8, 10, 12}), 3), {64, 154});
}

TEST_CASE("bf16_linear widens every finite number exactly", "[bf16_linear][hidden]") {
  Bits bits;
  std::vector<double> want;
  for (int pattern = 0; pattern < 0x10000; ++pattern) {
    if ((pattern & 0x7F80) == 0x7F80) continue;  // infinity and NaN
    bits.push_back(static_cast<std::uint16_t>(pattern));
    want.push_back(reference::bf16_to_float(bits.back()));
  }
  equals(product(bits, row({1}), 2), want);
}

TEST_CASE("bf16_linear agrees with the reference at odd and real sizes", "[bf16_linear][hidden]") {
  // (out, in): 688 is the hidden width of a small LLaMA, 11008 that of the 7B.
  const auto [out, in] =
      GENERATE(std::pair{1, 1}, std::pair{1, 2}, std::pair{5, 15}, std::pair{6, 16},
               std::pair{7, 17}, std::pair{3, 31}, std::pair{2, 32}, std::pair{9, 33},
               std::pair{4, 63}, std::pair{3, 65}, std::pair{256, 688}, std::pair{3, 11008});
  const int n_threads = GENERATE(1, 2, 5);
  const auto bits = random_bits(out, in, 1);
  const auto x = random_row(in, 2);
  is_close(product(bits, x, n_threads), reference::linear(widened(bits, out, in), x));
}

TEST_CASE("bf16_linear agrees with the reference on large entries", "[bf16_linear][hidden]") {
  const auto bits = random_bits(5, 300, 3);
  const auto x = random_row(300, 4, -1e4, 1e4);
  is_close(product(bits, x, 3), reference::linear(widened(bits, 5, 300), x));
}

// A row with a single 1 picks one column: each of a block, and each of what is left over.
TEST_CASE("bf16_linear of a one-hot row is a column of weight", "[bf16_linear][hidden]") {
  const auto bits = random_bits(3, 71, 5);
  const auto weight = widened(bits, 3, 71);
  for (int i = 0; i < weight.cols; ++i) {
    lm::Vector x(lm::to_size(weight.cols));
    x[lm::to_size(i)] = 1;
    is_close(product(bits, x, 1), {weight(0, i), weight(1, i), weight(2, i)});
  }
}

// Rounding to 8 binary digits moves a weight by at most 1/512 of itself; so each output by at most
// 1/512 of the sum of its terms' sizes.
TEST_CASE("bf16_linear stays near the weight that was rounded", "[bf16_linear][hidden]") {
  const auto weight = random_matrix(20, 300, 6);
  const auto x = random_row(300, 7);
  Bits bits;
  for (const float value : weight.data) bits.push_back(reference::float_to_bf16(value));
  const auto exact = reference::linear(weight, x);
  const auto got = product(bits, x, 2);
  for (std::size_t o = 0; o < got.size(); ++o) {
    is_within(exact.magnitudes[o] / 512, got[o], exact.values[o]);
  }
}

TEST_CASE("bf16_linear gives the same bits with up to eight threads", "[bf16_linear][hidden]") {
  const auto [out, in] =
      GENERATE(std::pair{1, 1000}, std::pair{7, 63}, std::pair{13, 17}, std::pair{101, 257});
  const auto bits = random_bits(out, in, 8);
  const auto x = random_row(in, 9, -1e4, 1e4);
  const auto single = product(bits, x, 1);
  for (int n_threads = 2; n_threads <= 8; ++n_threads) equals(product(bits, x, n_threads), single);
}

TEST_CASE("bf16_linear leaves its input and what surrounds y unchanged",
          "[bf16_linear][hidden]") {
  auto bits = random_bits(5, 37, 10);
  auto x = random_row(37, 11);
  const auto bits_before = bits;
  const auto x_before = x;
  lm::Vector around = row({1, 2, 0, 0, 0, 0, 0, 3, 4});
  lm::bf16_linear({bits.data(), 5, 37}, x, 2, std::span(around).subspan(2, 5));
  unchanged(bits_before, bits);
  unchanged(x_before, x);
  equals(lm::Vector{around[0], around[1], around[7], around[8]}, {1, 2, 3, 4});
}

TEST_CASE("bf16_linear of an empty sum is 0", "[bf16_linear][hidden]") {
  lm::Vector y = row({7, 7, 7});
  lm::bf16_linear({nullptr, 3, 0}, {}, 2, y);
  is_close(y, {0, 0, 0});
}

TEST_CASE("bf16_linear refuses what does not fit", "[bf16_linear][hidden][errors]") {
  const Bits bits(6, 0x3F80);
  const auto refuses = [&](std::string_view words, const lm::Vector& x, int n_threads, int out) {
    lm::Vector y(lm::to_size(out));
    throws_with(words, [&] { lm::bf16_linear({bits.data(), 3, 2}, x, n_threads, y); });
  };
  refuses("bf16_linear: weight is 3 by 2, x has 3 values, y 3", row({1, 2, 3}), 2, 3);
  refuses("bf16_linear: weight is 3 by 2, x has 1 values, y 3", row({1}), 2, 3);
  refuses("bf16_linear: weight is 3 by 2, x has 2 values, y 2", row({1, 2}), 2, 2);
  refuses("bf16_linear: weight is 3 by 2, x has 2 values, y 4", row({1, 2}), 2, 4);
  refuses("bf16_linear: n_threads is 0", row({1, 2}), 0, 3);
  refuses("bf16_linear: n_threads is -1", row({1, 2}), -1, 3);
}
