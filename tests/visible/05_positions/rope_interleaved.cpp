#include "rope_interleaved.hpp"

#include "rope_frequencies.hpp"
#include "support/testing.hpp"

// A table made by hand. At position 1 plane 0 has turned by the angle of the triangle 3, 4, 5 and
// plane 1 by a quarter; at position 2 it is the other way round, with the clock.
static lm::RopeTable by_hand() {
  return {matrix({{1, 1}, {0.6, 0}, {0, 0.6}}), matrix({{0, 0}, {0.8, 1}, {-1, -0.8}})};
}

// (5, 10) becomes (3 - 8, 4 + 6), and (1, 2) becomes (-2, 1).
TEST_CASE("rope_interleaved worked example: one head by hand", "[rope_interleaved]") {
  is_close(lm::rope_interleaved(row({5, 10, 1, 2}), 1, by_hand()), {-5, 10, -2, 1});
  is_close(lm::rope_interleaved(row({5, 10, 1, 2}), 2, by_hand()), {10, -5, 2.2, 0.4});
}

// Every head turns by the same angles. The second one: (10, 0) becomes (6, 8), (3, -4) is (4, 3).
TEST_CASE("rope_interleaved worked example: two heads by hand", "[rope_interleaved]") {
  is_close(lm::rope_interleaved(row({5, 10, 1, 2, 10, 0, 3, -4}), 1, by_hand()),
           {-5, 10, -2, 1, 6, 8, 4, 3});
}

// Head of 4, base 10000: at position 1 the pair (1, 2) turns by 1 radian, (3, 4) by 0.01.
TEST_CASE("rope_interleaved worked example: [1, 2, 3, 4] at four positions", "[rope_interleaved]") {
  const auto table = lm::rope_table(lm::rope_frequencies(4, 10000), 2501, 1);
  const auto x = row({1, 2, 3, 4});
  shows(6, lm::rope_interleaved(x, 1, table), {"-1.142640", "1.922076", "2.959851", "4.029800"});
  shows(6, lm::rope_interleaved(x, 2, table), {"-2.234742", "0.077004", "2.919405", "4.059196"});
  shows(6, lm::rope_interleaved(x, 3, table), {"-1.272233", "-1.838865", "2.878668", "4.088187"});
  shows(6, lm::rope_interleaved(x, 2500, table), {"2.060080", "0.869523", "3.503015", "3.567756"});
}

TEST_CASE("rope_interleaved leaves position 0 as it is", "[rope_interleaved]") {
  is_close(lm::rope_interleaved(row({5, 10, 1, 2}), 0, by_hand()), {5, 10, 1, 2});
}

// Three rows are positions 0, 1 and 2.
TEST_CASE("rope_interleaved refuses a position outside the table", "[rope_interleaved][errors]") {
  throws_with("rope_interleaved", [] { lm::rope_interleaved(row({5, 10, 1, 2}), 3, by_hand()); });
  throws_with("rope_interleaved", [] { lm::rope_interleaved(row({5, 10, 1, 2}), -1, by_hand()); });
}
