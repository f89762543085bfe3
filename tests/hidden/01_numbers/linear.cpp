#include "linear.hpp"

#include "reference/linear.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

TEST_CASE("linear takes row o of weight for output o", "[linear][hidden]") {
  is_close(lm::linear(matrix({{5, 6}, {7, 8}}), row({10, 1})), {56, 78});
  is_close(lm::linear(matrix({{2, -3, 0.5, 7}}), row({1, 2, 4, -1})), {-9});
  is_close(lm::linear(matrix({{2}, {-3}, {0.5}}), row({-2})), {-4, 6, -1});
}

// A row with a single 1 picks one column.
TEST_CASE("linear of a one-hot row is a column of weight", "[linear][hidden]") {
  const auto weight = matrix({{0.25, -1.5, 3}, {7, 0.75, -2}});
  is_close(lm::linear(weight, row({1, 0, 0})), {0.25, 7});
  is_close(lm::linear(weight, row({0, 1, 0})), {-1.5, 0.75});
  is_close(lm::linear(weight, row({0, 0, 1})), {3, -2});
}

// The tensorflow.org page of tf.linalg.matmul: [[1,2,3],[4,5,6]] times the columns of
// [[7,8],[9,10],[11,12]].
TEST_CASE("linear gives TensorFlow's printed example", "[linear][hidden]") {
  const auto weight = matrix({{1, 2, 3}, {4, 5, 6}});
  is_close(lm::linear(weight, row({7, 9, 11})), {58, 139});
  is_close(lm::linear(weight, row({8, 10, 12})), {64, 154});
}

// torch.nn.functional.linear of torch 1.13, in float64. All inputs are exact in float32.
TEST_CASE("linear gives PyTorch's values", "[linear][hidden]") {
  const auto weight = matrix({{-0.146484375, -0.3515625, 1.2431640625, -0.3720703125},
                              {0.9296875, -1.0546875, 0.25, -1.2294921875},
                              {0.9970703125, 0.6435546875, -0.302734375, 0.8544921875}});
  is_close(lm::linear(weight, row({0.9931640625, -0.3349609375, 1.634765625, 0.8955078125})),
           {1.6713666916, 0.584282875061, 1.04499340057});
}

TEST_CASE("linear agrees with the reference at odd and real sizes", "[linear][hidden]") {
  // (out, in): 688 is the hidden width of a small LLaMA, 11008 that of the 7B.
  const auto [out, in] =
      GENERATE(std::pair{1, 1}, std::pair{1, 2}, std::pair{2, 1}, std::pair{7, 3}, std::pair{3, 63},
               std::pair{256, 688}, std::pair{3, 11008}, std::pair{4096, 5});
  const auto weight = random_matrix(out, in, 1);
  const auto x = random_row(in, 2);
  is_close(lm::linear(weight, x), reference::linear(weight, x));
}

// Large terms cancel here; the tolerance grows with their magnitude, not with the sum.
TEST_CASE("linear agrees with the reference on large entries", "[linear][hidden]") {
  const auto weight = random_matrix(5, 288, 3);
  const auto x = random_row(288, 4, -1e4, 1e4);
  is_close(lm::linear(weight, x), reference::linear(weight, x));
}

TEST_CASE("linear agrees with the reference on blocks of rows and columns", "[linear][hidden]") {
  const auto weight = random_matrix(9, 24, 5);
  const lm::MatrixView view = weight;
  const int first = GENERATE(0, 8, 16);
  const auto x = random_row(8, 6);
  const lm::MatrixView head = view.columns(first, 8);
  is_close(lm::linear(head, x), reference::linear(head, x));
  is_close(lm::linear(head.first_rows(4), x), reference::linear(head.first_rows(4), x));
}

TEST_CASE("linear of a sum is the sum of both", "[linear][hidden]") {
  const auto weight = random_matrix(6, 11, 7);
  const auto a = random_row(11, 8), b = random_row(11, 9);
  lm::Vector sum(11);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = 2 * a[i] - b[i];
  const auto of_a = reference::linear(weight, a), of_b = reference::linear(weight, b);
  reference::Result want = of_a;
  for (std::size_t o = 0; o < want.values.size(); ++o) {
    want.values[o] = 2 * of_a.values[o] - of_b.values[o];
    want.magnitudes[o] = 2 * of_a.magnitudes[o] + of_b.magnitudes[o];
  }
  is_close(lm::linear(weight, sum), want);
}

TEST_CASE("linear leaves its input unchanged", "[linear][hidden]") {
  auto weight = random_matrix(5, 7, 10);
  auto x = random_row(7, 11);
  const auto weight_before = weight.data, x_before = x;
  lm::linear(weight, x);
  unchanged(weight_before, weight.data);
  unchanged(x_before, x);
}

TEST_CASE("linear refuses a row that does not fit", "[linear][hidden][errors]") {
  const auto weight = matrix({{1, 2}, {3, 4}, {5, 6}});
  throws_with("linear: x has 3 values, weight has 2 columns", [&] {
    lm::linear(weight, row({1, 2, 3}));
  });
  throws_with("linear: x has 1 values, weight has 2 columns",
              [&] { lm::linear(weight, row({1})); });
  throws_with("linear: x has 0 values, weight has 2 columns", [&] { lm::linear(weight, {}); });
}

// The values of Hugging Face's LlamaAttention are v_proj times x, cut into heads: RoPE leaves them
// alone. The cache is (kv_head, pos, head_dim).
TEST_CASE("linear agrees with the conformance data", "[linear][conformance]") {
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
      is_close(lm::linear(weight, x.row(pos)), want);
    }
  }
}
