#include "causal_softmax.hpp"

#include <cmath>
#include <numeric>

#include "reference/causal_softmax.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

static lm::Matrix logs(std::initializer_list<std::initializer_list<double>> weights) {
  lm::Matrix scores = matrix(weights);
  for (float& score : scores.data) score = std::log(score);
  return scores;
}

// The visible examples with other numbers: 4 of 4; 3 and 1 of 4; 6, 1 and 3 of 10.
TEST_CASE("causal_softmax shares among other keys", "[causal_softmax][hidden]") {
  is_close(lm::causal_softmax(logs({{4, 9, 2}, {3, 1, 6}, {6, 1, 3}}), 0).data,
           {1, 0, 0, 0.75, 0.25, 0, 0.6, 0.1, 0.3});
  is_close(lm::causal_softmax(logs({{3, 1, 1, 9, 7}, {1, 1, 2, 4, 7}, {2, 5, 1, 8, 4}}), 2).data,
           {0.6, 0.2, 0.2, 0, 0, 0.125, 0.125, 0.25, 0.5, 0, 0.1, 0.25, 0.05, 0.4, 0.2});
}

// Known answers from outside: the two masks in the documentation of FlashAttention 2.1 (queries and
// keys 2 and 5; 5 and 2). Where all of a row is masked, its output is zero there too.
TEST_CASE("causal_softmax masks as FlashAttention documents it", "[causal_softmax][hidden]") {
  is_close(lm::causal_softmax(lm::Matrix(2, 5), 3).data,
           {0.25, 0.25, 0.25, 0.25, 0, 0.2, 0.2, 0.2, 0.2, 0.2});
  is_close(lm::causal_softmax(lm::Matrix(5, 2), -3).data, {0, 0, 0, 0, 0, 0, 1, 0, 0.5, 0.5});
}

// Known answers from outside: the probabilities inside torch 1.13's scaled dot product, float64.
// Four queries without a cache, one query after six tokens, three queries after five.
TEST_CASE("causal_softmax gives PyTorch's values", "[causal_softmax][hidden]") {
  is_close(lm::causal_softmax(matrix({{0.614407317, 0.124694654, -0.460012621, -0.886554912},
                                      {0.500593293, -1.78717575, 2.07884913, -1.59658702},
                                      {-0.589702857, 0.335299759, 0.36582925, -0.406584241},
                                      {-0.907153257, -0.343263828, 0.930683337, -1.2779882}}),
                              0)
               .data,
           {1, 0, 0, 0, 0.907858998, 0.0921410025, 0, 0, 0.163347218, 0.411941241, 0.424711541, 0,
            0.102768757, 0.180615565, 0.645689014, 0.0709266641});
  is_close(lm::causal_softmax(matrix({{-0.916343631, -1.18267429, -0.749299823, 1.75020689,
                                       1.35000301, 2.25982433, 0.418797049}}),
                              6)
               .data,
           {0.0182689606, 0.0139974171, 0.0215903679, 0.262894812, 0.176187737, 0.437628963,
            0.069431743});
  is_close(lm::causal_softmax(matrix({{1.31653167, 0.792720855, 0.476204766, 0.690028878,
                                       0.475930643, -1.3119498, 0.125555799, -0.839771236},
                                      {0.37988573, 1.42791432, 1.17198517, -2.41482796,
                                       -0.118961672, 1.04301818, -0.749034129, -1.03206303},
                                      {0.737971761, 0.287547717, -0.327852242, 0.293350158,
                                       -1.00308387, -0.616601313, 0.846351202, -0.751720063}}),
                              5)
               .data,
           {0.326591883,
            0.193427065,
            0.14094707,
            0.17454953,
            0.140908438,
            0.0235760146,
            0,
            0,
            0.111201832,
            0.31715019,
            0.245536668,
            0.00679803203,
            0.0675251049,
            0.215827462,
            0.0359607115,
            0,
            0.22747053,
            0.144980123,
            0.0783508399,
            0.145823807,
            0.0398835941,
            0.0587004632,
            0.253509205,
            0.0512814387});
}

// Without a cache, behind a prompt, one token at a time, and with more queries than keys.
TEST_CASE("causal_softmax agrees with the reference", "[causal_softmax][hidden]") {
  struct Shape {
    int n_queries, n_keys, offset;
  };
  const auto [n_queries, n_keys, offset] =
      GENERATE(Shape{1, 1, 0}, Shape{2, 5, 3}, Shape{7, 7, 0}, Shape{5, 16, 9}, Shape{4, 16, 9},
               Shape{1, 2049, 2048}, Shape{63, 63, 0}, Shape{9, 4, -5}, Shape{6, 4, 2});
  const double spread = GENERATE(1e-3, 1.0, 30.0, 3000.0);
  const auto scores = random_matrix(n_queries, n_keys, 71, -spread, spread);
  const auto probs = lm::causal_softmax(scores, offset);
  equals(std::vector<int>{probs.rows, probs.cols}, {n_queries, n_keys});
  is_close(probs.data, reference::causal_softmax(scores, offset));
}

TEST_CASE("causal_softmax of scores above 1000 is finite", "[causal_softmax][hidden]") {
  is_close(lm::causal_softmax(matrix({{1500, 0}, {1500, 1501}}), 0).data,
           {1, 0, 0.2689414214, 0.7310585786});
  is_close(lm::causal_softmax(matrix({{-1500, 0}, {-1500, -1501}}), 0).data,
           {1, 0, 0.7310585786, 0.2689414214});
  is_close(lm::causal_softmax(matrix({{-3e38, 3e38}, {3e38, -3e38}}), 0).data, {1, 0, 1, 0});
}

// Scores of -infinity come from a mask of one's own, for instance for padding on the left.
TEST_CASE("causal_softmax gives a score of -infinity nothing", "[causal_softmax][hidden]") {
  auto scores = random_matrix(6, 6, 72, -3, 3);
  for (int r = 0; r < 6; ++r) {
    scores(r, 0) = scores(r, 1) = -INFINITY;
    scores(4, r) = -INFINITY;
  }
  is_close(lm::causal_softmax(scores, 0).data, reference::causal_softmax(scores, 0));
  is_close(lm::causal_softmax(scores, 2).data, reference::causal_softmax(scores, 2));
}

TEST_CASE("causal_softmax gives zeros to all queries that see nothing",
          "[causal_softmax][hidden]") {
  is_close(lm::causal_softmax(matrix({{1, NAN}, {INFINITY, 3}}), -2).data, {0, 0, 0, 0});
  is_close(lm::causal_softmax(matrix({{1, 2}, {NAN, 3}, {3, 3}}), -7).data, {0, 0, 0, 0, 0, 0});
}

// Whatever stands behind the diagonal: the probabilities stay the same, bit for bit.
TEST_CASE("causal_softmax is blind for the future", "[causal_softmax][hidden]") {
  const auto scores = random_matrix(5, 8, 73, -4, 4);
  const float future = GENERATE(0.0f, 3e38f, -3e38f, INFINITY, -INFINITY, NAN);
  auto changed = scores;
  for (int r = 0; r < 5; ++r) {
    for (int t = r + 3; t < 8; ++t) changed(r, t) = future;
  }
  equals(lm::causal_softmax(changed, 2).data, lm::causal_softmax(scores, 2).data);
}

// Each row sums to 1 over 4096 keys; a float32 sum of as many terms asks for a looser bound.
TEST_CASE("causal_softmax sums to 1 in every row", "[causal_softmax][hidden]") {
  const auto probs = lm::causal_softmax(random_matrix(3, 4096, 74, -8, 8), 4000);
  for (int r = 0; r < 3; ++r) {
    is_within(1e-4, std::accumulate(probs.row(r).begin(), probs.row(r).end(), 0.0), 1.0);
  }
}

TEST_CASE("causal_softmax takes matrices without rows or columns", "[causal_softmax][hidden]") {
  const auto no_query = lm::causal_softmax(lm::Matrix(0, 4), 4);
  equals(std::vector<int>{no_query.rows, no_query.cols}, {0, 4});
  const auto no_key = lm::causal_softmax(lm::Matrix(3, 0), 0);
  equals(std::vector<int>{no_key.rows, no_key.cols}, {3, 0});
}

// The scores of one head inside a wider table: its rows are 9 floats apart.
TEST_CASE("causal_softmax reads a view by its stride", "[causal_softmax][hidden]") {
  const auto wide = random_matrix(4, 9, 75, -2, 2);
  const auto view = lm::MatrixView(wide).columns(3, 5);
  is_close(lm::causal_softmax(view, 1).data, reference::causal_softmax(view, 1));
}

TEST_CASE("causal_softmax leaves its input unchanged", "[causal_softmax][hidden]") {
  const auto scores = random_matrix(5, 7, 76);
  const auto before = scores.data;
  lm::causal_softmax(scores, 2);
  unchanged(before, scores.data);
}

// The last score that query r sees is that of key r + offset.
TEST_CASE("causal_softmax refuses a bad score in any visible place",
          "[causal_softmax][hidden][errors]") {
  const auto with = [](int r, int t, float score) {
    auto scores = random_matrix(3, 6, 77);
    scores(r, t) = score;
    return scores;
  };
  throws_with("softmax", [&] { lm::causal_softmax(with(0, 2, NAN), 2); });
  throws_with("softmax", [&] { lm::causal_softmax(with(2, 4, NAN), 2); });
  throws_with("softmax", [&] { lm::causal_softmax(with(2, 0, NAN), 2); });
  throws_with("softmax", [&] { lm::causal_softmax(with(1, 3, INFINITY), 2); });
  throws_with("softmax", [] { lm::causal_softmax(matrix({{NAN}}), 0); });
  throws_with("softmax", [] { lm::causal_softmax(matrix({{-INFINITY, NAN}}), 1); });
}

// The probabilities inside torch's scaled dot product. Where it is not causal, all keys are seen.
TEST_CASE("causal_softmax agrees with the conformance data", "[causal_softmax][conformance]") {
  for (const auto& golden : kit::golden_cases("sdpa")) {
    const auto q = golden.tensor("q"), k = golden.tensor("k"), weights = golden.tensor("weights");
    const int n_queries = q.shape[2], n_keys = k.shape[2], head_dim = q.shape[3];
    const bool causal = golden.number("causal") != 0;
    for (int head = 0; head < q.shape[0] * q.shape[1]; ++head) {
      lm::Matrix scores(n_queries, n_keys);
      std::vector<double> want;
      for (int r = 0; r < n_queries; ++r) {
        const auto query = q.row(head * n_queries + r), line = weights.row(head * n_queries + r);
        for (int t = 0; t < n_keys; ++t) {
          const auto key = k.row(head * n_keys + t);
          const double dot = std::inner_product(query.begin(), query.end(), key.begin(), 0.0);
          scores(r, t) = static_cast<float>(dot / std::sqrt(head_dim));
        }
        want.insert(want.end(), line.begin(), line.end());
      }
      is_close(lm::causal_softmax(scores, causal ? golden.integer("q_offset") : n_keys - 1).data,
               want);
    }
  }
}
