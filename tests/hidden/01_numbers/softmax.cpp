#include "softmax.hpp"

#include <cmath>
#include <numeric>

#include "reference/softmax.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

// The exponentials are 5, 1 and 2.
TEST_CASE("softmax of other round exponentials", "[softmax][hidden]") {
  is_close(lm::softmax(row({1.6094379124, 0, 0.6931471806})), {5.0 / 8, 1.0 / 8, 2.0 / 8});
}

// Wikipedia's example (softmax function).
TEST_CASE("softmax gives Wikipedia's example", "[softmax][hidden]") {
  is_close(lm::softmax(row({1, 2, 3, 4, 1, 2, 3})),
           {0.02364054, 0.06426166, 0.1746813, 0.474833, 0.02364054, 0.06426166, 0.1746813});
}

// torch.softmax of torch 1.13 in float64.
TEST_CASE("softmax gives PyTorch's values", "[softmax][hidden]") {
  is_close(lm::softmax(row({-12.5, 3.25, 0.75, -88, 5.5})),
           {1.3670811e-08, 0.0946089817, 0.00776597814, 0, 0.897625026});
  is_close(lm::softmax(row({100, -100, 99.5, 0})), {0.622459331, 0, 0.377540669, 0});
  is_close(lm::softmax(row({-INFINITY, 2.5, -1.25})), {0, 0.97702263, 0.0229773699});
}

// 1 / (1 + exp(-60)) is 1 to sixteen digits, and exp(-60) is not 0 in float32.
TEST_CASE("softmax keeps small probabilities", "[softmax][hidden]") {
  const auto probs = lm::softmax(row({-60, 0}));
  is_within(1e-30, probs, {8.7565107627e-27, 1});
}

TEST_CASE("softmax agrees with the reference", "[softmax][hidden]") {
  const int n = GENERATE(1, 2, 7, 63, 600);
  const double spread = GENERATE(1e-3, 1.0, 30.0, 1e3);
  const double center = GENERATE(0.0, -500.0, 500.0);
  const auto scores = random_row(n, 1, center - spread, center + spread);
  is_close(lm::softmax(scores), reference::softmax(scores));
}

// The logits of LLaMA-2. A float32 sum of 32000 terms loses digits, hence the looser bound.
TEST_CASE("softmax sums to 1 over a vocabulary", "[softmax][hidden]") {
  const auto probs = lm::softmax(random_row(32000, 2, -8, 8));
  is_within(1e-4, std::accumulate(probs.begin(), probs.end(), 0.0), 1.0);
}

// Adding 512 is exact for these scores, so both rows have the same differences.
TEST_CASE("softmax does not change when all scores grow alike", "[softmax][hidden]") {
  const std::vector<double> want = {0.0560602316, 0.00974180752, 0.682953433, 0.251244527};
  is_close(lm::softmax(row({0.5, -1.25, 3, 2})), want);
  is_close(lm::softmax(row({512.5, 510.75, 515, 514})), want);
}

TEST_CASE("softmax gives equal scores equal shares", "[softmax][hidden]") {
  is_close(lm::softmax(row({-7, -7, -7, -7, -7})), {0.2, 0.2, 0.2, 0.2, 0.2});
  is_close(lm::softmax(row({0, 0, -INFINITY, 0, 0})), {0.25, 0.25, 0, 0.25, 0.25});
}

TEST_CASE("softmax takes the largest and smallest floats", "[softmax][hidden]") {
  is_close(lm::softmax(row({3e38, 3e38})), {0.5, 0.5});
  is_close(lm::softmax(row({-3e38, -3e38})), {0.5, 0.5});
  is_close(lm::softmax(row({3e38, -3e38})), {1, 0});
}

TEST_CASE("softmax leaves its input unchanged", "[softmax][hidden]") {
  auto scores = random_row(64, 3);
  const auto before = scores;
  lm::softmax(scores);
  unchanged(before, scores);
}

TEST_CASE("softmax refuses a single bad score anywhere", "[softmax][hidden][errors]") {
  throws_with("softmax", [] { lm::softmax(row({NAN, 1, 2})); });
  throws_with("softmax", [] { lm::softmax(row({1, 2, NAN})); });
  throws_with("softmax", [] { lm::softmax(row({NAN})); });
  throws_with("softmax", [] { lm::softmax(row({INFINITY, 1})); });
  throws_with("softmax", [] { lm::softmax(row({-INFINITY, INFINITY})); });
  throws_with("softmax", [] { lm::softmax(row({-INFINITY})); });
}

TEST_CASE("softmax refuses no scores", "[softmax][hidden][errors]") {
  throws_with("softmax: scores has 0 values", [] { lm::softmax({}); });
}

// The probabilities inside torch's scaled dot product. Query r sees the keys 0 … r + q_offset.
TEST_CASE("softmax agrees with the conformance data", "[softmax][conformance]") {
  for (const auto& golden : kit::golden_cases("sdpa")) {
    const auto q = golden.tensor("q"), k = golden.tensor("k"), weights = golden.tensor("weights");
    const int n_queries = q.shape[2], n_keys = k.shape[2], head_dim = q.shape[3];
    const bool causal = golden.number("causal") != 0;
    for (int line = 0; line < q.shape[0] * q.shape[1] * n_queries; ++line) {
      const int head = line / n_queries, query = line % n_queries;
      lm::Vector scores;
      for (int key = 0; key < n_keys; ++key) {
        const auto a = q.row(line), b = k.row(head * n_keys + key);
        const double dot = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
        const bool seen = !causal || key <= query + golden.integer("q_offset");
        scores.push_back(seen ? static_cast<float>(dot / std::sqrt(head_dim)) : -INFINITY);
      }
      is_close(lm::softmax(scores), weights.row(line));
    }
  }
}
