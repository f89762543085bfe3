#include "absolute_positions.hpp"

#include "support/testing.hpp"

// Four channels are two waves: one of frequency 1, one of frequency 10000^(-2/4) = 0.01.
TEST_CASE("absolute_positions worked example: four positions of size 4", "[absolute_positions]") {
  shows(6, lm::sinusoidal_position(0, 4), {"0.000000", "1.000000", "0.000000", "1.000000"});
  shows(6, lm::sinusoidal_position(1, 4), {"0.841471", "0.540302", "0.010000", "0.999950"});
  shows(6, lm::sinusoidal_position(2, 4), {"0.909297", "-0.416147", "0.019999", "0.999800"});
  shows(6, lm::sinusoidal_position(3, 4), {"0.141120", "-0.989992", "0.029996", "0.999550"});
}

// Eight channels are four waves. Each is ten times slower than the one before: at position 3 the
// angles are 3, 0.3, 0.03 and 0.003.
TEST_CASE("absolute_positions spreads the waves evenly", "[absolute_positions]") {
  shows(6, lm::sinusoidal_position(3, 8),
        {"0.141120", "-0.989992", "0.295520", "0.955336", "0.029996", "0.999550", "0.003000",
         "0.999996"});
}

// At position 40001 the second wave's angle is 400.01. Float32 holds 400.01001 at best.
TEST_CASE("absolute_positions holds its angles in double", "[absolute_positions]") {
  shows(6, lm::sinusoidal_position(40001, 4), {"0.782866", "-0.622191", "-0.856130", "-0.516761"});
}

TEST_CASE("absolute_positions looks a learned row up", "[absolute_positions]") {
  const auto table = matrix({{1, 2}, {30, 40}, {5, -6}});
  is_close(lm::learned_position(table, 0), {1, 2});
  is_close(lm::learned_position(table, 2), {5, -6});
}

// The first two columns of a wider table are a table too: its rows are four floats apart.
TEST_CASE("absolute_positions steps from row to row by the stride", "[absolute_positions]") {
  const auto wide = matrix({{1, 2, 7, 8}, {3, 4, 9, 10}, {5, 6, 11, 12}});
  is_close(lm::learned_position(lm::MatrixView(wide).columns(0, 2), 1), {3, 4});
}

// BERT and GPT-1 learned 512 rows, for positions 0 ... 511. Position 512 does not exist.
TEST_CASE("absolute_positions refuses a position behind the table",
          "[absolute_positions][errors]") {
  const lm::Matrix table(512, 2);
  throws_with("learned_position", [&] { lm::learned_position(table, 512); });
  throws_with("learned_position", [&] { lm::learned_position(table, -1); });
}
