#include "softmax.hpp"

#include <cmath>

#include "support/testing.hpp"

// The exponentials of these scores are 1, 2 and 3, and their sum is 6.
TEST_CASE("softmax worked example: exponentials 1, 2, 3", "[softmax]") {
  is_close(lm::softmax(row({0, 0.6931471806, 1.0986122887})), {1.0 / 6, 2.0 / 6, 3.0 / 6});
}

// Scores of a query that meets three keys. The exponentials are 0.493069, 1 and 2.028115.
TEST_CASE("softmax worked example: a row of attention", "[softmax]") {
  shows(6, lm::softmax(row({-0.707107, 0, 0.707107})), {"0.140029", "0.283995", "0.575975"});
}

// Less the largest: (-2, -1, 0). The exponentials are 0.135335, 0.367879 and 1.
TEST_CASE("softmax of large scores is finite", "[softmax]") {
  shows(6, lm::softmax(row({1000, 1001, 1002})), {"0.090031", "0.244728", "0.665241"});
}

// Less the largest, -1000, these are (-2, -1, 0) again.
TEST_CASE("softmax of scores far below zero is finite", "[softmax]") {
  shows(6, lm::softmax(row({-1002, -1001, -1000})), {"0.090031", "0.244728", "0.665241"});
}

TEST_CASE("softmax of scores far apart leaves one", "[softmax]") {
  is_close(lm::softmax(row({0, 1000, -1000})), {0, 1, 0});
}

TEST_CASE("softmax of one score is 1", "[softmax]") {
  is_close(lm::softmax(row({7})), {1});
  is_close(lm::softmax(row({-300})), {1});
}

// A key that must not be seen has the score -infinity. The others share: 1 and 3 of 4.
TEST_CASE("softmax gives a score of -infinity nothing", "[softmax]") {
  is_close(lm::softmax(row({0, -INFINITY, 1.0986122887})), {0.25, 0, 0.75});
}

TEST_CASE("softmax refuses a NaN", "[softmax][errors]") {
  throws_with("softmax", [] { lm::softmax(row({1, NAN, 2})); });
  throws_with("softmax", [] { lm::softmax(row({NAN, 1})); });
}

TEST_CASE("softmax refuses +infinity", "[softmax][errors]") {
  throws_with("softmax", [] { lm::softmax(row({1, INFINITY, 2})); });
}

TEST_CASE("softmax refuses scores that are all -infinity", "[softmax][errors]") {
  throws_with("softmax", [] { lm::softmax(row({-INFINITY, -INFINITY})); });
}
