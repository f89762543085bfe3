#include "simd_linear.hpp"

#include "reference/linear.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

namespace {

lm::Vector product(lm::MatrixView weight, std::span<const float> x, int n_threads) {
  lm::Vector y(lm::to_size(weight.rows), -3e4f);
  lm::simd_linear(weight, x, n_threads, y);
  return y;
}

}  // namespace

// The tensorflow.org page of tf.linalg.matmul: [[1,2,3],[4,5,6]] times the columns of
// [[7,8],[9,10],[11,12]].
TEST_CASE("simd_linear gives TensorFlow's printed example", "[simd_linear][hidden]") {
  const auto weight = matrix({{1, 2, 3}, {4, 5, 6}});
  is_close(product(weight, row({7, 9, 11}), 2), {58, 139});
  is_close(product(weight, row({8, 10, 12}), 3), {64, 154});
}

// torch.nn.functional.linear of torch 1.13, in float64. All inputs are exact in float32.
TEST_CASE("simd_linear gives PyTorch's values", "[simd_linear][hidden]") {
  const auto weight = matrix({{-0.146484375, -0.3515625, 1.2431640625, -0.3720703125},
                              {0.9296875, -1.0546875, 0.25, -1.2294921875},
                              {0.9970703125, 0.6435546875, -0.302734375, 0.8544921875}});
  is_close(product(weight, row({0.9931640625, -0.3349609375, 1.634765625, 0.8955078125}), 2),
           {1.6713666916, 0.584282875061, 1.04499340057});
}

// A row with a single 1 picks one column: each of a block, and each of what is left over.
TEST_CASE("simd_linear of a one-hot row is a column of weight", "[simd_linear][hidden]") {
  const auto weight = random_matrix(6, 43, 1);
  for (int i = 0; i < weight.cols; ++i) {
    lm::Vector x(lm::to_size(weight.cols));
    x[lm::to_size(i)] = 1;
    std::vector<double> want;
    for (int o = 0; o < weight.rows; ++o) want.push_back(weight(o, i));
    is_close(product(weight, x, 1), want);
  }
}

// Every width around a block of 8, 16, 32 or 64 sums.
TEST_CASE("simd_linear agrees with the reference at all widths", "[simd_linear][hidden]") {
  const int in = GENERATE(1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 127, 129);
  const auto weight = random_matrix(5, in, 2);
  const auto x = random_row(in, 3);
  is_close(product(weight, x, 1), reference::linear(weight, x));
}

TEST_CASE("simd_linear agrees with the reference at all heights", "[simd_linear][hidden]") {
  const int out = GENERATE(range(1, 18));
  const auto weight = random_matrix(out, 35, 4);
  const auto x = random_row(35, 5);
  is_close(product(weight, x, 1), reference::linear(weight, x));
  is_close(product(weight, x, 3), reference::linear(weight, x));
}

// (out, in): 688 is the hidden width of a small LLaMA, 11008 that of the 7B.
TEST_CASE("simd_linear agrees with the reference at real sizes", "[simd_linear][hidden]") {
  const auto [out, in] = GENERATE(std::pair{256, 688}, std::pair{3, 11008}, std::pair{4097, 5},
                                  std::pair{288, 288});
  const int n_threads = GENERATE(1, 2, 7);
  const auto weight = random_matrix(out, in, 6);
  const auto x = random_row(in, 7);
  is_close(product(weight, x, n_threads), reference::linear(weight, x));
}

TEST_CASE("simd_linear agrees with the reference on large entries", "[simd_linear][hidden]") {
  const auto weight = random_matrix(5, 300, 8);
  const auto x = random_row(300, 9, -1e4, 1e4);
  is_close(product(weight, x, 3), reference::linear(weight, x));
}

// Views begin anywhere: three of these four are not at a multiple of 16 bytes.
TEST_CASE("simd_linear agrees with the reference wherever a row begins", "[simd_linear][hidden]") {
  const auto weight = random_matrix(9, 75, 10);
  const int first = GENERATE(0, 1, 2, 3);
  const auto x = random_row(72, 11);
  const lm::MatrixView view = lm::MatrixView(weight).columns(first, 70);
  const auto part = std::span(x).subspan(lm::to_size(first % 3), 70);
  is_close(product(view, part, 2), reference::linear(view, part));
  is_close(product(view.first_rows(6), part, 1), reference::linear(view.first_rows(6), part));
}

TEST_CASE("simd_linear gives the same bits with up to eight threads", "[simd_linear][hidden]") {
  const auto [out, in] =
      GENERATE(std::pair{1, 1000}, std::pair{7, 63}, std::pair{13, 17}, std::pair{101, 257});
  const auto weight = random_matrix(out, in, 12);
  const auto x = random_row(in, 13, -1e4, 1e4);
  const auto one = product(weight, x, 1);
  for (int n_threads = 2; n_threads <= 8; ++n_threads) equals(product(weight, x, n_threads), one);
}

TEST_CASE("simd_linear leaves its input and what surrounds y unchanged",
          "[simd_linear][hidden]") {
  auto weight = random_matrix(5, 37, 14);
  auto x = random_row(37, 15);
  const auto weight_before = weight.data, x_before = x;
  lm::Vector around = row({1, 2, 0, 0, 0, 0, 0, 3, 4, 5, 6});
  lm::simd_linear(weight, x, 2, std::span(around).subspan(2, 5));
  unchanged(weight_before, weight.data);
  unchanged(x_before, x);
  equals(lm::Vector{around[0], around[1], around[7], around[8], around[9], around[10]},
         {1, 2, 3, 4, 5, 6});
}

TEST_CASE("simd_linear of an empty sum is 0", "[simd_linear][hidden]") {
  is_close(product(lm::Matrix(3, 0), {}, 2), {0, 0, 0});
  is_close(product(lm::Matrix(0, 2), row({1, 2}), 2), std::vector<double>{});
}

TEST_CASE("simd_linear refuses what does not fit", "[simd_linear][hidden][errors]") {
  const auto weight = matrix({{1, 2}, {3, 4}, {5, 6}});
  const auto refuses = [&](std::string_view words, const lm::Vector& x, int n_threads, int out) {
    lm::Vector y(lm::to_size(out));
    throws_with(words, [&] { lm::simd_linear(weight, x, n_threads, y); });
  };
  refuses("simd_linear: weight is 3 by 2, x has 3 values, y 3", row({1, 2, 3}), 2, 3);
  refuses("simd_linear: weight is 3 by 2, x has 1 values, y 3", row({1}), 2, 3);
  refuses("simd_linear: weight is 3 by 2, x has 2 values, y 2", row({1, 2}), 2, 2);
  refuses("simd_linear: weight is 3 by 2, x has 2 values, y 4", row({1, 2}), 2, 4);
  refuses("simd_linear: n_threads is 0", row({1, 2}), 0, 3);
  refuses("simd_linear: n_threads is -1", row({1, 2}), -1, 3);
}

// The values of Hugging Face's LlamaAttention are v_proj times x, cut into heads: RoPE leaves them
// alone. The cache is (kv_head, pos, head_dim).
TEST_CASE("simd_linear agrees with the conformance data", "[simd_linear][conformance]") {
  for (const auto& golden : kit::golden_cases("gqa_kv_cache")) {
    const auto x = golden.tensor("x").matrix();
    const auto weight = golden.tensor("wv").matrix();
    const auto cache = golden.tensor("v_cache");
    const int n_kv_heads = cache.shape[0], seq_len = cache.shape[1];
    for (int pos = 0; pos < seq_len; ++pos) {
      std::vector<double> want;
      for (int head = 0; head < n_kv_heads; ++head) {
        const auto values = cache.row(head * seq_len + pos);
        want.insert(want.end(), values.begin(), values.end());
      }
      is_close(product(weight, x.row(pos), 1 + pos % 4), want);
    }
  }
}
