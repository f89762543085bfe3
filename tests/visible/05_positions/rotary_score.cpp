#include "rotary_score.hpp"

#include <numbers>

#include "support/testing.hpp"

/// q and k are both (1, 0); the query stands at m, the key at n.
static double score_of_twins(int m, int n, double frequency) {
  return lm::rotary_score(row({1, 0}), m, row({1, 0}), n, std::vector<double>{frequency});
}

TEST_CASE("rotary_score worked example: the table of quarter turns", "[rotary_score]") {
  const auto score = [](int m, int n) { return score_of_twins(m, n, std::numbers::pi / 2); };
  is_close(row({score(0, 0), score(0, 1), score(1, 2), score(0, 2), score(2, 3), score(4, 0)}),
           {1, 0, 0, -1, 0, 1});
}

// An eighth for each position: 45 degrees, and the root of 1/2 is 0.707107.
TEST_CASE("rotary_score worked example: the table of eighths", "[rotary_score]") {
  const auto score = [](int m, int n) { return score_of_twins(m, n, std::numbers::pi / 4); };
  shows(6, row({score(1, 0), score(2, 1), score(2, 0)}), {"0.707107", "0.707107", "0.000000"});
}

// A quarter turn takes k = (0, 1) to (-1, 0), opposite to q, and q = (1, 0) to (0, 1), onto k.
TEST_CASE("rotary_score tells before from after", "[rotary_score]") {
  const auto q = row({1, 0}), k = row({0, 1});
  const std::vector<double> f = {std::numbers::pi / 2};
  is_close(row({lm::rotary_score(q, 0, k, 1, f), lm::relative_score(q, k, -1, f)}), {-1, -1});
  is_close(row({lm::rotary_score(q, 1, k, 0, f), lm::relative_score(q, k, 1, f)}), {1, 1});
}

TEST_CASE("rotary_score worked example: only the signed distance matters", "[rotary_score]") {
  const auto q = row({1, 2}), k = row({3, -1});
  const std::vector<double> f = {0.3};
  const auto score = [&](int m, int n) { return lm::rotary_score(q, m, k, n, f); };
  shows(6, row({score(5, 2), score(8, 5), score(2, 5)}), {"-4.861678", "-4.861678", "6.104898"});
  shows(6, row({lm::relative_score(q, k, 3, f), lm::relative_score(q, k, -3, f)}),
        {"-4.861678", "6.104898"});
}

// A head of four, base 10000: each plane has its score, and the head the sum.
TEST_CASE("rotary_score worked example: a head of two planes", "[rotary_score]") {
  const auto q = row({1, 2, 3, 4}), k = row({0.5, -1, 2, 0.25});
  const std::vector<double> f = {1, 0.01};
  shows(6, row({lm::rotary_score(q, 5, k, 3, f), lm::rotary_score(q, 3, k, 5, f)}),
        {"5.659235", "9.586405"});
  shows(6, row({lm::relative_score(q, k, 2, f), lm::relative_score(q, k, -2, f)}),
        {"5.659235", "9.586405"});
  is_close(lm::relative_score(q, k, 0, f), 5.5);  // 0.5 - 2 + 6 + 1: nothing turned
}

TEST_CASE("rotary_score holds its angles in double", "[rotary_score]") {
  const auto q = row({1, 2, 3, 4}), k = row({0.5, -1, 2, 0.25});
  const std::vector<double> f = {0.9, 0.013};
  shows(6,
        row({lm::rotary_score(q, 131071, k, 131061, f), lm::rotary_score(q, 131071, k, 7, f),
             lm::relative_score(q, k, 131064, f)}),
        {"6.543544", "-1.277662", "-1.277662"});
}
