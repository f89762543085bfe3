#include "position_interpolation.hpp"

#include "support/testing.hpp"

// A head of 8, rope_theta 10000, for texts four times as long: everything is divided by 4.
TEST_CASE("position_interpolation worked example: factor 4", "[position_interpolation]") {
  const std::vector<double> frequencies = {1, 0.1, 0.01, 0.001};
  is_close(lm::position_interpolation(frequencies, 4), {0.25, 0.025, 0.0025, 0.00025});
}

// From 4096 tokens to 10240: the factor is 2.5, and no whole number.
TEST_CASE("position_interpolation worked example: factor 2.5", "[position_interpolation]") {
  is_close(lm::position_interpolation(std::vector<double>{1, 0.75, 0.3}, 10240 / 4096.0),
           {0.4, 0.3, 0.12});
}

// Position 32764 is 8 * 4095.5. Slowed by 8, a plane turns there as far as halfway between
// positions 4095 and 4096 before: 4095.5 radians for plane 0.
TEST_CASE("position_interpolation places new positions between old ones",
          "[position_interpolation]") {
  const auto slowed = lm::position_interpolation(std::vector<double>{1, 0.01}, 8);
  is_close(slowed, {0.125, 0.00125});
  is_close(32764 * slowed.at(0), 4095.5);
  is_close(32764 * slowed.at(1), 40.955);
}

TEST_CASE("position_interpolation by factor 1 changes nothing", "[position_interpolation]") {
  is_close(lm::position_interpolation(std::vector<double>{1, 0.1}, 1), {1, 0.1});
}

// Some files say how much a position shrinks, 0.25, and call it the factor.
TEST_CASE("position_interpolation refuses a factor below 1", "[position_interpolation][errors]") {
  throws_with("position_interpolation", [] {
    lm::position_interpolation(std::vector<double>{1, 0.1}, 0.25);
  });
}
