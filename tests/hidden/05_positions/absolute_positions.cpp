#include "absolute_positions.hpp"

#include "reference/absolute_positions.hpp"
#include "support/testing.hpp"

TEST_CASE("absolute_positions gives each position of size 6 its own row",
          "[absolute_positions][hidden]") {
  // 1 / 10000^(2/6) = 0.0464158883 and 1 / 10000^(4/6) = 0.0021544347.
  is_close(lm::sinusoidal_position(0, 6), {0, 1, 0, 1, 0, 1});
  is_close(lm::sinusoidal_position(5, 6),
           {-0.9589242747, 0.2836621855, 0.2300017127, 0.9731902267, 0.0107719651, 0.9999419807});
}

// Known answers from outside. sin(1) and cos(1) are OEIS A049469 and A049470; the rows of size 6
// and the begin of the row of size 512 are what torch.sin and torch.cos print, with four decimals.
TEST_CASE("absolute_positions gives the published values", "[absolute_positions][hidden]") {
  is_close(lm::sinusoidal_position(1, 2), {0.84147098480789650665, 0.54030230586813971740});
  is_within(5e-5, lm::sinusoidal_position(3, 6), {0.1411, -0.9900, 0.1388, 0.9903, 0.0065, 1.0000});
  is_within(5e-5, lm::sinusoidal_position(7, 6), {0.6570, 0.7539, 0.3192, 0.9477, 0.0151, 0.9999});
  const auto wide = lm::sinusoidal_position(1, 512);
  equals(wide.size(), 512);
  is_within(5e-5, lm::Vector(wide.begin(), wide.begin() + 4), {0.8415, 0.5403, 0.8219, 0.5697});
}

TEST_CASE("absolute_positions agrees with the reference at real sizes",
          "[absolute_positions][hidden]") {
  const int hidden_size = GENERATE(2, 6, 288, 512, 1600);
  const int pos = GENERATE(0, 1, 2, 511, 2047, 131071);
  is_close(lm::sinusoidal_position(pos, hidden_size),
           reference::sinusoidal_position(pos, hidden_size));
}

// What makes the waves useful: a step of one position turns each pair (cos, sin) by its frequency.
TEST_CASE("absolute_positions turns each wave by its frequency", "[absolute_positions][hidden]") {
  const auto before = lm::sinusoidal_position(2500, 4), after = lm::sinusoidal_position(2501, 4);
  equals(before.size(), 4);
  equals(after.size(), 4);
  const double cos_1 = 0.5403023058681398, sin_1 = 0.8414709848078965;
  is_close(after[0], double{before[0]} * cos_1 + double{before[1]} * sin_1);
  is_close(after[1], double{before[1]} * cos_1 - double{before[0]} * sin_1);
}

TEST_CASE("absolute_positions finds every row of a learned table", "[absolute_positions][hidden]") {
  const auto table = random_matrix(5, 3, 11);
  const int pos = GENERATE(0, 1, 2, 3, 4);
  const auto row = lm::MatrixView(table).row(pos);
  equals(lm::learned_position(table, pos), std::vector<double>(row.begin(), row.end()));
}

TEST_CASE("absolute_positions leaves the table unchanged", "[absolute_positions][hidden]") {
  const auto table = random_matrix(5, 3, 12);
  const auto before = table.data;
  lm::learned_position(table, 3);
  unchanged(before, table.data);
}

TEST_CASE("absolute_positions refuses sizes and positions out of range",
          "[absolute_positions][hidden][errors]") {
  throws_with("sinusoidal_position: pos is -1", [] { lm::sinusoidal_position(-1, 4); });
  throws_with("sinusoidal_position: hidden_size is 5", [] { lm::sinusoidal_position(0, 5); });
  throws_with("sinusoidal_position: hidden_size is 0", [] { lm::sinusoidal_position(0, 0); });
  throws_with("learned_position", [] { lm::learned_position(lm::Matrix(3, 2), 3); });
  throws_with("learned_position", [] { lm::learned_position(lm::Matrix(3, 2), -2); });
  throws_with("learned_position", [] { lm::learned_position({}, 0); });
}
