#include "rope_half_split.hpp"

#include "rope_frequencies.hpp"
#include "support/testing.hpp"

// A table made by hand. At position 1 plane 0 has turned by the angle of the triangle 3, 4, 5 and
// plane 1 by a quarter; at position 2 it is the other way round, with the clock.
static lm::RopeTable by_hand() {
  return {matrix({{1, 1}, {0.6, 0}, {0, 0.6}}), matrix({{0, 0}, {0.8, 1}, {-1, -0.8}})};
}

// The pairs are channels 0 and 2, and channels 1 and 3: (5, 10) becomes (3 - 8, 4 + 6), and (1, 2)
// becomes (-2, 1).
TEST_CASE("rope_half_split worked example: one head by hand", "[rope_half_split]") {
  is_close(lm::rope_half_split(row({5, 1, 10, 2}), 1, by_hand()), {-5, -2, 10, 1});
  is_close(lm::rope_half_split(row({5, 1, 10, 2}), 2, by_hand()), {10, 2.2, -5, 0.4});
}

// Halves are halves of a head, not of the row. The second head: (10, 0) becomes (6, 8), and
// (3, -4) becomes (4, 3).
TEST_CASE("rope_half_split worked example: two heads by hand", "[rope_half_split]") {
  is_close(lm::rope_half_split(row({5, 1, 10, 2, 10, 3, 0, -4}), 1, by_hand()),
           {-5, -2, 10, 1, 6, 4, 8, 3});
}

// Head of 4, base 10000: at position 1 the pair (1, 3) turns by 1 radian, (2, 4) by 0.01.
TEST_CASE("rope_half_split worked example: [1, 2, 3, 4] at four positions", "[rope_half_split]") {
  const auto table = lm::rope_table(lm::rope_frequencies(4, 10000), 2501, 1);
  const auto x = row({1, 2, 3, 4});
  shows(6, lm::rope_half_split(x, 1, table), {"-1.984111", "1.959901", "2.462378", "4.019800"});
  shows(6, lm::rope_half_split(x, 2, table), {"-3.144039", "1.919605", "-0.339143", "4.039197"});
  shows(6, lm::rope_half_split(x, 3, table), {"-1.413353", "1.879118", "-2.828857", "4.058191"});
  shows(6, lm::rope_half_split(x, 2500, table), {"2.710208", "2.511813", "1.629348", "3.700108"});
}

TEST_CASE("rope_half_split leaves position 0 as it is", "[rope_half_split]") {
  is_close(lm::rope_half_split(row({5, 1, 10, 2}), 0, by_hand()), {5, 1, 10, 2});
}
