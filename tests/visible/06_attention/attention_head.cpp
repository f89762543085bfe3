#include "attention_head.hpp"

#include <cmath>

#include "support/testing.hpp"

// Three tokens, each turned a quarter further: dot products 1, 0 and -1. Divided by sqrt(2) and put
// through softmax they are the probabilities of 1; 0.330238, 0.669762; 0.140029, 0.283995,
// 0.575975. The values of tokens 0 and 1 show the first two of them, and token 2 brings nothing.
TEST_CASE("attention_head worked example: three tokens", "[attention_head]") {
  const auto turned = matrix({{1, 0}, {0, 1}, {-1, 0}});
  const auto values = matrix({{1, 0}, {0, 1}, {0, 0}});
  shows(6, lm::attention_head(turned, turned, values, 0).data,
        {"1.000000", "0.000000", "0.330238", "0.669762", "0.140029", "0.283995"});
}

// Keys hold 2 log(n) for query 0 in channel 0 and for query 1 in channel 1. Over sqrt(4) = 2 that
// is log(n), and the keys weigh n: 1, 2, 3, 4 of 10 for query 0, and 2, 1, 1, 4, 8 of 16 for
// query 1.
//   0.1·10 + 0.4·10 = 5, 0.2·10 + 0.4·10 = 6, 0.3·10 + 0.4·10 = 7, 0.1·1 = 0.1
TEST_CASE("attention_head worked example: 2 queries, 5 keys", "[attention_head]") {
  auto keys = matrix({{1, 2, 1, 1}, {2, 1, 1, 1}, {3, 1, 1, 1}, {4, 4, 1, 1}, {10, 8, 1, 1}});
  for (float& entry : keys.data) entry = 2 * std::log(entry);
  const auto queries = matrix({{1, 0, 0, 0}, {0, 1, 0, 0}});
  const auto values =
      matrix({{10, 0, 0, 1}, {0, 10, 0, 0}, {0, 0, 10, 0}, {10, 10, 10, 0}, {80, 80, 80, 80}});
  is_close(lm::attention_head(queries, keys, values, 3).data,
           {5, 6, 7, 0.1, 43.75, 43.125, 43.125, 40.125});
}

// One query and four keys, of which it may see two: 1 and 3 of 4.
TEST_CASE("attention_head takes the offset as it is given", "[attention_head]") {
  const auto keys = matrix({{0}, {std::log(3)}, {9}, {9}});
  is_close(lm::attention_head(matrix({{1}}), keys, matrix({{8}, {4}, {100}, {100}}), 1).data, {5});
}

// Scores of 2000 and 1000 over sqrt(4): the first key takes it all.
TEST_CASE("attention_head takes scores above 1000", "[attention_head]") {
  is_close(lm::attention_head(matrix({{40, 0, 0, 0}}), matrix({{100, 0, 0, 0}, {50, 0, 0, 0}}),
                              matrix({{5, 6, 7, 8}, {1, 2, 3, 4}}), 1)
               .data,
           {5, 6, 7, 8});
}

TEST_CASE("attention_head gives zeros to a query that sees no key", "[attention_head]") {
  const auto two = matrix({{3, 4}, {5, 6}});
  is_close(lm::attention_head(two, two, two, -1).data, {0, 0, 3, 4});
}

// The three tokens again, as the middle one of three heads that lie side by side.
TEST_CASE("attention_head reads one head of a wider matrix", "[attention_head]") {
  const auto turned = matrix({{9, 8, 1, 0, 7, 6}, {5, 9, 0, 1, 8, 7}, {6, 5, -1, 0, 9, 8}});
  const auto values = matrix({{4, 3, 1, 0, 2, 1}, {3, 2, 0, 1, 1, 4}, {2, 1, 0, 0, 4, 3}});
  const auto q = lm::MatrixView(turned).columns(2, 2), v = lm::MatrixView(values).columns(2, 2);
  shows(6, lm::attention_head(q, q, v, 0).data,
        {"1.000000", "0.000000", "0.330238", "0.669762", "0.140029", "0.283995"});
}
