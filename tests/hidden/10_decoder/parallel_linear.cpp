#include "parallel_linear.hpp"

#include "reference/linear.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

namespace {

lm::Vector product(lm::MatrixView weight, std::span<const float> x, int n_threads) {
  lm::Vector y(lm::to_size(weight.rows), -3e4f);
  lm::parallel_linear(weight, x, n_threads, y);
  return y;
}

}  // namespace

TEST_CASE("parallel_linear takes row o of weight for output o", "[parallel_linear][hidden]") {
  is_close(product(matrix({{5, 6}, {7, 8}}), row({10, 1}), 2), {56, 78});
  is_close(product(matrix({{2, -3, 0.5, 7}}), row({1, 2, 4, -1}), 3), {-9});
  is_close(product(matrix({{2}, {-3}, {0.5}, {4}, {-1}}), row({-2}), 4), {-4, 6, -1, -8, 2});
}

// The tensorflow.org page of tf.linalg.matmul: [[1,2,3],[4,5,6]] times the columns of
// [[7,8],[9,10],[11,12]].
TEST_CASE("parallel_linear gives TensorFlow's printed example", "[parallel_linear][hidden]") {
  const auto weight = matrix({{1, 2, 3}, {4, 5, 6}});
  is_close(product(weight, row({7, 9, 11}), 2), {58, 139});
  is_close(product(weight, row({8, 10, 12}), 3), {64, 154});
}

// torch.nn.functional.linear of torch 1.13, in float64. All inputs are exact in float32.
TEST_CASE("parallel_linear gives PyTorch's values", "[parallel_linear][hidden]") {
  const auto weight = matrix({{-0.146484375, -0.3515625, 1.2431640625, -0.3720703125},
                              {0.9296875, -1.0546875, 0.25, -1.2294921875},
                              {0.9970703125, 0.6435546875, -0.302734375, 0.8544921875}});
  is_close(product(weight, row({0.9931640625, -0.3349609375, 1.634765625, 0.8955078125}), 2),
           {1.6713666916, 0.584282875061, 1.04499340057});
}

TEST_CASE("parallel_linear agrees with the reference at odd and real sizes",
          "[parallel_linear][hidden]") {
  // (out, in): 688 is the hidden width of a small LLaMA, 11008 that of the 7B.
  const auto [out, in] =
      GENERATE(std::pair{1, 1}, std::pair{1, 2}, std::pair{2, 1}, std::pair{7, 3}, std::pair{5, 63},
               std::pair{256, 688}, std::pair{3, 11008}, std::pair{4096, 5});
  const int n_threads = GENERATE(1, 2, 3, 5, 8);
  const auto weight = random_matrix(out, in, 1);
  const auto x = random_row(in, 2);
  is_close(product(weight, x, n_threads), reference::linear(weight, x));
}

TEST_CASE("parallel_linear agrees with the reference on large entries",
          "[parallel_linear][hidden]") {
  const auto weight = random_matrix(5, 288, 3);
  const auto x = random_row(288, 4, -1e4, 1e4);
  is_close(product(weight, x, 3), reference::linear(weight, x));
}

TEST_CASE("parallel_linear agrees with the reference on blocks of rows and columns",
          "[parallel_linear][hidden]") {
  const auto weight = random_matrix(9, 24, 5);
  const int first = GENERATE(0, 8, 16);
  const auto x = random_row(8, 6);
  const lm::MatrixView head = lm::MatrixView(weight).columns(first, 8);
  is_close(product(head, x, 2), reference::linear(head, x));
  is_close(product(head.first_rows(4), x, 3), reference::linear(head.first_rows(4), x));
}

// Numbers of four digits before the point and more behind it: another order rounds otherwise.
TEST_CASE("parallel_linear gives the same bits with up to eight threads",
          "[parallel_linear][hidden]") {
  const auto [out, in] =
      GENERATE(std::pair{1, 1000}, std::pair{7, 63}, std::pair{13, 17}, std::pair{100, 257});
  const auto weight = random_matrix(out, in, 7);
  const auto x = random_row(in, 8, -1e4, 1e4);
  const auto one = product(weight, x, 1);
  for (int n_threads = 2; n_threads <= 8; ++n_threads) equals(product(weight, x, n_threads), one);
}

TEST_CASE("parallel_linear gives the same bits call after call", "[parallel_linear][hidden]") {
  const auto weight = random_matrix(37, 129, 9);
  const auto x = random_row(129, 10);
  const auto first = product(weight, x, 4);
  for (int call = 0; call < 10; ++call) equals(product(weight, x, 4), first);
}

TEST_CASE("parallel_linear leaves its input and what surrounds y unchanged",
          "[parallel_linear][hidden]") {
  auto weight = random_matrix(5, 7, 11);
  auto x = random_row(7, 12);
  const auto weight_before = weight.data, x_before = x;
  lm::Vector around = row({1, 2, 0, 0, 0, 0, 0, 3, 4});
  lm::parallel_linear(weight, x, 3, std::span(around).subspan(2, 5));
  unchanged(weight_before, weight.data);
  unchanged(x_before, x);
  equals(lm::Vector{around[0], around[1], around[7], around[8]}, {1, 2, 3, 4});
}

TEST_CASE("parallel_linear of an empty sum is 0", "[parallel_linear][hidden]") {
  is_close(product(lm::Matrix(3, 0), {}, 2), {0, 0, 0});
  is_close(product(lm::Matrix(0, 2), row({1, 2}), 2), std::vector<double>{});
}

TEST_CASE("parallel_linear refuses what does not fit", "[parallel_linear][hidden][errors]") {
  const auto weight = matrix({{1, 2}, {3, 4}, {5, 6}});
  const auto refuses = [&](std::string_view words, const lm::Vector& x, int n_threads, int out) {
    lm::Vector y(lm::to_size(out));
    throws_with(words, [&] { lm::parallel_linear(weight, x, n_threads, y); });
  };
  refuses("parallel_linear: weight is 3 by 2, x has 3 values, y 3", row({1, 2, 3}), 2, 3);
  refuses("parallel_linear: weight is 3 by 2, x has 1 values, y 3", row({1}), 2, 3);
  refuses("parallel_linear: weight is 3 by 2, x has 2 values, y 2", row({1, 2}), 2, 2);
  refuses("parallel_linear: weight is 3 by 2, x has 2 values, y 4", row({1, 2}), 2, 4);
  refuses("parallel_linear: n_threads is 0", row({1, 2}), 0, 3);
  refuses("parallel_linear: n_threads is -1", row({1, 2}), -1, 3);
}

// The values of Hugging Face's LlamaAttention are v_proj times x, cut into heads: RoPE leaves them
// alone. The cache is (kv_head, pos, head_dim).
TEST_CASE("parallel_linear agrees with the conformance data", "[parallel_linear][conformance]") {
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
