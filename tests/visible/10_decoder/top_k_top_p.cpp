#include "top_k_top_p.hpp"

#include "support/testing.hpp"

// Two tokens are kept either way. Their sum is 0.91, and 0.5 / 0.91 is 0.549451.
TEST_CASE("top_k_top_p worked example: [0.5, 0.41, 0.09]", "[top_k_top_p]") {
  const auto probs = row({0.5, 0.41, 0.09});
  shows(6, lm::top_k_top_p(probs, 2, 1.0f), {"0.549451", "0.450549", "0.000000"});
  shows(6, lm::top_k_top_p(probs, 0, 0.9f), {"0.549451", "0.450549", "0.000000"});
}

// 0.4 + 0.3 is below 0.75, and 0.2 reaches it: the sum of three is 0.9.
TEST_CASE("top_k_top_p keeps the token that reaches top_p", "[top_k_top_p]") {
  is_close(lm::top_k_top_p(row({0.1, 0.3, 0.4, 0.2}), 0, 0.75f), {0, 3.0 / 9, 4.0 / 9, 2.0 / 9});
}
// 0.5 + 0.25 is 0.75, to the last bit.
TEST_CASE("top_k_top_p stops where the sum equals top_p", "[top_k_top_p]") {
  is_close(lm::top_k_top_p(row({0.125, 0.5, 0.125, 0.25}), 0, 0.75f), {0, 2.0 / 3, 0, 1.0 / 3});
}
TEST_CASE("top_k_top_p keeps one token if that is enough", "[top_k_top_p]") {
  is_close(lm::top_k_top_p(row({0.25, 0.125, 0.5, 0.125}), 0, 0.375f), {0, 0, 1, 0});
  is_close(lm::top_k_top_p(row({0.25, 0.125, 0.5, 0.125}), 1, 1.0f), {0, 0, 1, 0});
}

// Three tokens share the second place, one of them is kept: the first.
TEST_CASE("top_k_top_p keeps exactly k, the lower index on ties", "[top_k_top_p]") {
  is_close(lm::top_k_top_p(row({0.2, 0.4, 0.2, 0.2}), 2, 1.0f), {1.0 / 3, 2.0 / 3, 0, 0});
}
TEST_CASE("top_k_top_p takes the lower index first on the way to top_p", "[top_k_top_p]") {
  is_close(lm::top_k_top_p(row({0.125, 0.375, 0.375, 0.125}), 0, 0.25f), {0, 1, 0, 0});
}

TEST_CASE("top_k_top_p cuts nothing for top_k 0 and top_p 1", "[top_k_top_p]") {
  equals(lm::top_k_top_p(row({0.25, 0.5, 0.125, 0.125}), 0, 1.0f), row({0.25, 0.5, 0.125, 0.125}));
}
TEST_CASE("top_k_top_p cuts nothing for a top_k above the number of tokens", "[top_k_top_p]") {
  equals(lm::top_k_top_p(row({0.25, 0.75}), 3, 1.0f), row({0.25, 0.75}));
}

// The best three are 0.4, 0.2, 0.2, and of their sum 0.4 is the half: enough for top_p 0.49.
TEST_CASE("top_k_top_p measures top_p on what top_k left", "[top_k_top_p]") {
  is_close(lm::top_k_top_p(row({0.1, 0.2, 0.1, 0.4, 0.2}), 3, 0.49f), {0, 0, 0, 1, 0});
}

TEST_CASE("top_k_top_p refuses options that are out of range", "[top_k_top_p][errors]") {
  throws_with("top_k_top_p", [] { lm::top_k_top_p(row({0.5, 0.5}), 0, 0.0f); });
}
