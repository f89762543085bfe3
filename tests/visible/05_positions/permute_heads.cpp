#include "permute_heads.hpp"

#include <numeric>

#include "rope_frequencies.hpp"
#include "rope_half_split.hpp"
#include "support/testing.hpp"

using lm::RopePairing;

/// A weight with one column, in which row r holds the number r: the result says where rows went.
static lm::Matrix numbered(int n_rows) {
  lm::Matrix weight(n_rows, 1);
  for (int r = 0; r < n_rows; ++r) weight.data[static_cast<std::size_t>(r)] = static_cast<float>(r);
  return weight;
}

// Neighbors (0, 1), (2, 3), (4, 5), (6, 7) become (0, 4), (1, 5), (2, 6), (3, 7): evens, then odds.
TEST_CASE("permute_heads worked example: one head of 8, there and back", "[permute_heads]") {
  const auto halves = lm::permute_heads(numbered(8), 1, RopePairing::half_split);
  equals(halves.data, {0, 2, 4, 6, 1, 3, 5, 7});
  const auto neighbors = lm::permute_heads(numbered(8), 1, RopePairing::interleaved);
  equals(neighbors.data, {0, 4, 1, 5, 2, 6, 3, 7});
  equals(lm::permute_heads(halves, 1, RopePairing::interleaved).data, {0, 1, 2, 3, 4, 5, 6, 7});
}

// A model with 6 query heads and 2 key heads, all of 4 rows: q_proj has 24 rows, k_proj 8.
TEST_CASE("permute_heads worked example: each weight has its own number of heads",
          "[permute_heads]") {
  equals(lm::permute_heads(numbered(24), 6, RopePairing::half_split).data,
         {0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15, 16, 18, 17, 19, 20, 22, 21, 23});
  equals(lm::permute_heads(numbered(8), 2, RopePairing::half_split).data, {0, 2, 1, 3, 4, 6, 5, 7});
}

// Four heads of 2 are pairs already, whichever way one looks at them.
TEST_CASE("permute_heads moves whole rows, inside their head", "[permute_heads]") {
  const auto weight = matrix({{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 8, 7, 6}, {5, 4, 3, 2}});
  equals(lm::permute_heads(weight, 1, RopePairing::half_split).data,
         {1, 2, 3, 4, 9, 8, 7, 6, 5, 6, 7, 8, 5, 4, 3, 2});
  equals(lm::permute_heads(lm::MatrixView(weight).columns(1, 2), 1, RopePairing::half_split).data,
         {2, 3, 8, 7, 6, 7, 4, 3});
  equals(lm::permute_heads(numbered(8), 4, RopePairing::half_split).data, {0, 1, 2, 3, 4, 5, 6, 7});
}

// A query at position 5 and a key at 3, made for neighbors. Their score is 5.659235. Halves give
// the same once the rows are permuted, and -3.160112 if they are not.
TEST_CASE("permute_heads worked example: the score stays", "[permute_heads]") {
  const auto table = lm::rope_table(lm::rope_frequencies(4, 10000), 6, 1);
  const auto turned = [&](lm::Vector made_for_neighbors, int pos) {
    const lm::MatrixView column(made_for_neighbors.data(), 4, 1);
    const lm::Matrix halves = lm::permute_heads(column, 1, RopePairing::half_split);
    return lm::rope_half_split(halves.data, pos, table);
  };
  const auto q = turned({1, 2, 3, 4}, 5), k = turned({0.5, -1, 2, 0.25}, 3);
  shows(6, std::inner_product(q.begin(), q.end(), k.begin(), 0.0), "5.659235");
}

TEST_CASE("permute_heads refuses heads that are not made of pairs", "[permute_heads][errors]") {
  throws_with("permute_heads", [] { lm::permute_heads(numbered(6), 2, RopePairing::half_split); });
}
