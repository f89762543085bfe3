#include "causal_softmax.hpp"

#include <cmath>

#include "support/testing.hpp"

/// A score of log(n) weighs n, and log(0), -infinity, weighs nothing: the shares can be read off.
static lm::Matrix logs(std::initializer_list<std::initializer_list<double>> weights) {
  lm::Matrix scores = matrix(weights);
  for (float& score : scores.data) score = std::log(score);
  return scores;
}

// Token 0 can only choose itself. Exponentials: 1 and 2.028115; then 0.493069, 1 and 2.028115.
TEST_CASE("causal_softmax worked example: three tokens", "[causal_softmax]") {
  const auto scores =
      matrix({{0.707107, 0, -0.707107}, {0, 0.707107, 0}, {-0.707107, 0, 0.707107}});
  shows(6, lm::causal_softmax(scores, 0).data,
        {"1.000000", "0.000000", "0.000000", "0.330238", "0.669762", "0.000000", "0.140029",
         "0.283995", "0.575975"});
}

// Row 0 sees 5; row 1 sees 1 and 3; row 2 sees 1, 2 and 5.
TEST_CASE("causal_softmax shares among the keys so far", "[causal_softmax]") {
  is_close(lm::causal_softmax(logs({{5, 1, 4}, {1, 3, 9}, {1, 2, 5}}), 0).data,
           {1, 0, 0, 0.25, 0.75, 0, 0.125, 0.25, 0.625});
}

// Three tokens are cached. Query 0 sees them and itself, 10 in all; query 1 sees five keys of 16.
TEST_CASE("causal_softmax worked example: 2 queries, 5 keys", "[causal_softmax]") {
  is_close(lm::causal_softmax(logs({{1, 2, 3, 4, 10}, {2, 1, 1, 4, 8}}), 3).data,
           {0.1, 0.2, 0.3, 0.4, 0, 0.125, 0.0625, 0.0625, 0.25, 0.5});
}

// The offset says what is seen, not how many rows there are; no query sees more than there is.
TEST_CASE("causal_softmax takes the offset as it is given", "[causal_softmax]") {
  is_close(lm::causal_softmax(logs({{1, 3, 4, 8}}), 1).data, {0.25, 0.75, 0, 0});
  is_close(lm::causal_softmax(logs({{1, 3, 4, 8}, {8, 4, 3, 1}}), 3).data,
           {0.0625, 0.1875, 0.25, 0.5, 0.5, 0.25, 0.1875, 0.0625});
}

// A hidden score may be larger than every visible one, or no number at all.
TEST_CASE("causal_softmax never looks at a hidden score", "[causal_softmax]") {
  is_close(lm::causal_softmax(matrix({{-20000, 5}, {1000, 1000}}), 0).data, {1, 0, 0.5, 0.5});
  is_close(lm::causal_softmax(matrix({{-2e9, 5}}), 0).data, {1, 0});
}
TEST_CASE("causal_softmax lets a hidden score be NaN", "[causal_softmax]") {
  is_close(lm::causal_softmax(matrix({{7, NAN, INFINITY}}), 0).data, {1, 0, 0});
}
TEST_CASE("causal_softmax gives zeros to a query that sees no key", "[causal_softmax]") {
  is_close(lm::causal_softmax(logs({{5, 1}, {3, 4}}), -1).data, {0, 0, 1, 0});
}
TEST_CASE("causal_softmax gives zeros where all scores are -infinity", "[causal_softmax]") {
  is_close(lm::causal_softmax(logs({{0, 2, 1}, {0, 0, 5}, {1, 0, 3}}), 0).data,
           {0, 0, 0, 0, 0, 0, 0.25, 0, 0.75});
}
TEST_CASE("causal_softmax refuses a visible NaN or +infinity", "[causal_softmax][errors]") {
  throws_with("softmax", [] { lm::causal_softmax(matrix({{1, 2}, {1, NAN}}), 0); });
  throws_with("softmax", [] { lm::causal_softmax(matrix({{INFINITY, 2}}), 0); });
}
