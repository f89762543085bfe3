#include "rotate_pair.hpp"

#include <numbers>

#include "support/testing.hpp"

static std::vector<double> xy(lm::Pair pair) {
  return {pair.x, pair.y};
}
static double dot(lm::Pair a, lm::Pair b) {
  return a.x * b.x + a.y * b.y;
}

// A quarter turn takes (x, y) to (-y, x). Ints stay ints: no cosine is asked.
TEST_CASE("rotate_pair worked example: (1, 2) by quarter turns", "[rotate_pair]") {
  equals(xy(lm::quarter_turns({1, 2}, 1)), {-2, 1});
  equals(xy(lm::quarter_turns({1, 2}, 2)), {-1, -2});
  equals(xy(lm::quarter_turns({1, 2}, 3)), {2, -1});
  equals(xy(lm::quarter_turns({1, 2}, -1)), {2, -1});
  equals(xy(lm::quarter_turns({1, 2}, -6)), {-1, -2});
}

// A query at position m and a key at position n, both (1, 0): m, n, both turned, their product.
TEST_CASE("rotate_pair worked example: the table of quarter turns", "[rotate_pair]") {
  const auto compare = [](int m, int n, std::vector<double> q, std::vector<double> k,
                          double product) {
    const lm::Pair turned_q = lm::quarter_turns({1, 0}, m), turned_k = lm::quarter_turns({1, 0}, n);
    equals(xy(turned_q), q);
    equals(xy(turned_k), k);
    equals(dot(turned_q, turned_k), product);
  };
  compare(0, 0, {1, 0}, {1, 0}, 1);
  compare(0, 1, {1, 0}, {0, 1}, 0);
  compare(1, 2, {0, 1}, {-1, 0}, 0);
  compare(0, 2, {1, 0}, {-1, 0}, -1);
  compare(2, 3, {-1, 0}, {0, -1}, 0);
  compare(4, 0, {1, 0}, {1, 0}, 1);  // one full circle: position 4 looks like position 0
}

// 45 degrees are pi/4, an eighth of a circle, and the root of 1/2 is 0.707107.
TEST_CASE("rotate_pair worked example: the table of eighths", "[rotate_pair]") {
  const double eighth = std::numbers::pi / 4;
  const auto at = [&](int pos) { return lm::rotate_pair({1, 0}, pos * eighth); };
  shows(6, xy(at(1)), {"0.707107", "0.707107"});
  shows(6, xy(at(2)), {"0.000000", "1.000000"});  // the x is 6e-17, and may print as -0.000000
  shows(6, dot(at(1), at(0)), "0.707107");
  shows(6, dot(at(2), at(1)), "0.707107");
  shows(6, dot(at(2), at(0)), "0.000000");
}

// cos 1 = 0.540302, sin 1 = 0.841471: x = 3·0.540302 - 4·0.841471, y = 3·0.841471 + 4·0.540302.
TEST_CASE("rotate_pair turns against the clock, by radians", "[rotate_pair]") {
  shows(6, xy(lm::rotate_pair({3, 4}, 1)), {"-1.744977", "4.685622"});
  shows(6, xy(lm::rotate_pair({3, 4}, -1)), {"4.986791", "-0.363204"});
}

// A float32 angle of this size moves in steps of 0.0078: the nearest is 131071.296875.
TEST_CASE("rotate_pair holds large angles in double", "[rotate_pair]") {
  shows(6, xy(lm::rotate_pair({3, 4}, 131071.3)), {"1.330758", "-4.819656"});
}
