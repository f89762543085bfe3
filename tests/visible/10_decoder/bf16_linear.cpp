#include "bf16_linear.hpp"

#include "support/testing.hpp"

namespace {

using Bits = std::vector<std::uint16_t>;

// What y held before must not matter, so it holds 99.
lm::Vector product(const Bits& bits, const lm::Vector& x, int n_threads) {
  const int cols = static_cast<int>(x.size()), rows = static_cast<int>(bits.size()) / cols;
  lm::Vector y(lm::to_size(rows), 99.0f);
  lm::bf16_linear({bits.data(), rows, cols}, x, n_threads, y);
  return y;
}

// A few bfloat16 numbers: the upper halves of their float32 forms.
constexpr std::uint16_t one = 0x3F80, two = 0x4000, three = 0x4040, four = 0x4080, c256 = 0x4380,
                        minus_one = 0xBF80;

}  // namespace

// [[1, 2], [3, 4]] times [1, 10].
TEST_CASE("bf16_linear worked example: four weights of 16 bits", "[bf16_linear]") {
  is_close(product({one, two, three, four}, row({1, 10}), 1), {21, 43});
}

// There is no 257 in bfloat16: 256 + 1 would stay 256. Sums are float32.
TEST_CASE("bf16_linear does not round its sums", "[bf16_linear]") {
  is_close(product({c256, one}, row({1, 1}), 1), {257});
  is_close(product({c256, one, one}, row({1, 1, 1}), 1), {258});
}

// Nor is x, 259 - 258: rounded that is 260 - 258, cut off 258 - 258. Nor a product, 3·87 - 260:
// bfloat16 has no 261 either.
TEST_CASE("bf16_linear does not round its factors", "[bf16_linear]") {
  is_close(product({one, minus_one}, row({259, 258}), 1), {1});
  is_close(product({three, minus_one}, row({87, 260}), 1), {1});
}

// 1 + 2 + … + 70 = 70·71 / 2: more columns than there are sums side by side.
TEST_CASE("bf16_linear worked example: seventy columns", "[bf16_linear]") {
  lm::Vector x;
  for (int i = 1; i <= 70; ++i) x.push_back(static_cast<float>(i));
  is_close(product(Bits(70, one), x, 1), {2485});
}

TEST_CASE("bf16_linear shares out seven rows", "[bf16_linear]") {
  const int n_threads = GENERATE(1, 2, 3, 8);
  is_close(product({one, two, three, four, c256, minus_one, two}, row({10}), n_threads),
           {10, 20, 30, 40, 2560, -10, 20});
}

TEST_CASE("bf16_linear has the same bits for every number of threads", "[bf16_linear]") {
  Bits bits;
  for (int i = 0; i < 5 * 67; ++i) bits.push_back(static_cast<std::uint16_t>(0x3E00 + 7 * i));
  const auto x = random_row(67, 1, -1e4, 1e4);
  const int n_threads = GENERATE(2, 3, 4, 8);
  equals(product(bits, x, n_threads), product(bits, x, 1));
}
