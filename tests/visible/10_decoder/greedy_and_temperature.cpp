#include "greedy_and_temperature.hpp"

#include <cmath>

#include "support/testing.hpp"

TEST_CASE("greedy_and_temperature finds the largest logit, the first on ties",
          "[greedy_and_temperature]") {
  equals(lm::argmax(row({1, 3, 2})), 1);
  equals(lm::argmax(row({0, 1, 1})), 1);
  equals(lm::argmax(row({-3, -1, -2})), 1);
}

// exp gives 1, 2 and 4, and their sum is 7. Halving the temperature squares them: 1, 4, 16 of 21.
TEST_CASE("greedy_and_temperature worked example: [0, log 2, log 4]", "[greedy_and_temperature]") {
  const auto logits = row({0, std::log(2.0), std::log(4.0)});
  shows(6, lm::temperature_probs(logits, 1.0f), {"0.142857", "0.285714", "0.571429"});
  shows(6, lm::temperature_probs(logits, 0.5f), {"0.047619", "0.190476", "0.761905"});
  shows(6, lm::temperature_probs(logits, 2.0f), {"0.226541", "0.320377", "0.453082"});
}

TEST_CASE("greedy_and_temperature is greedy at temperature 0", "[greedy_and_temperature]") {
  is_close(lm::temperature_probs(row({1, 3, 3, 2}), 0.0f), {0, 1, 0, 0});
}
// 20 / 1e-38 is more than float32 holds; the distance to the best logit only makes exp 0.
TEST_CASE("greedy_and_temperature nears greedy at tiny temperatures", "[greedy_and_temperature]") {
  is_close(lm::temperature_probs(row({10, 30, 20}), 1e-38f), {0, 1, 0});
}

// From seed 42 the generator makes the bits 1456360119, 3359763283, 3393612768. The upper 24 of the
// 32 are kept: 1456360119 / 256 is 5688906 and a rest.
TEST_CASE("greedy_and_temperature draws known numbers from seed 42", "[greedy_and_temperature]") {
  lm::Rng rng{42};
  equals(lm::random_unit(rng) * 0x1p24f, {1456360119 / 256});
  equals(lm::random_unit(rng) * 0x1p24f, {3359763283 / 256});
  equals(lm::random_unit(rng) * 0x1p24f, {3393612768 / 256});
}

// The sums are 0.25, 0.25, 0.75, 1. A token owns all r from the sum before it, that one included.
TEST_CASE("greedy_and_temperature draws the token whose share holds r",
          "[greedy_and_temperature]") {
  const auto probs = row({0.25, 0, 0.5, 0.25});
  equals(lm::draw(probs, 0.2f), 0);
  equals(lm::draw(probs, 0.25f), 2);
  equals(lm::draw(probs, 0.5f), 2);
  equals(lm::draw(probs, 0.75f), 3);
  equals(lm::draw(row({0, 1}), 0.0f), 1);
}
// These sum to 1 - 2^-24, and the largest r of random_unit is just that.
TEST_CASE("greedy_and_temperature never draws a token without probability",
          "[greedy_and_temperature]") {
  equals(lm::draw(row({0.5, 0.5 - 0x1p-24, 0}), 1.0f - 0x1p-24f), 1);
}

TEST_CASE("greedy_and_temperature refuses what has no answer", "[greedy_and_temperature][errors]") {
  throws_with("argmax", [] { lm::argmax(row({1, NAN, 5})); });
  throws_with("", [] { lm::temperature_probs(row({NAN, 1}), 0.0f); });
  throws_with("random_unit", [] { lm::Rng rng{0}; lm::random_unit(rng); });
  throws_with("draw", [] { lm::draw(row({0, 0}), 0.5f); });
}
