#include "greedy_and_temperature.hpp"

#include <cmath>
#include <limits>

#include "reference/greedy_and_temperature.hpp"
#include "support/testing.hpp"

static constexpr float infinity = std::numeric_limits<float>::infinity();
static constexpr float largest_unit = 1.0f - 0x1p-24f;

TEST_CASE("greedy_and_temperature finds the largest logit wherever it stands",
          "[greedy_and_temperature][hidden]") {
  equals(lm::argmax(row({7})), 0);
  equals(lm::argmax(row({5, 5, 5})), 0);
  equals(lm::argmax(row({-2000, -1000, -1000, -3000})), 1);
  equals(lm::argmax(row({-1, 0.5, 2, 0.25, 2})), 2);
  equals(lm::argmax(row({-infinity, -4, -infinity})), 1);
  equals(lm::argmax(row({-infinity, -infinity})), 0);
  auto logits = random_row(32000, 1, -9, 9);
  logits[31999] = 9.5f;
  equals(lm::argmax(logits), 31999);
}

// Logits log 1, log 3, log 6: at temperature 1/2 the weights are 1, 9, 36 of 46, at 1/3 their cubes.
TEST_CASE("greedy_and_temperature raises ratios to the power of 1 / temperature",
          "[greedy_and_temperature][hidden]") {
  const auto logits = row({0, std::log(3.0), std::log(6.0)});
  is_close(lm::temperature_probs(logits, 1.0f), {0.1, 0.3, 0.6});
  is_close(lm::temperature_probs(logits, 0.5f), {1.0 / 46, 9.0 / 46, 36.0 / 46});
  is_close(lm::temperature_probs(logits, 1.0f / 3), {1.0 / 244, 27.0 / 244, 216.0 / 244});
}

// Known answers from outside. 1, 2, 3: the example of several reports on temperature (google/gemma
// #562 among them), computed in double by NumPy. The generator: Rosetta Code, "Pseudo-random
// numbers/Xorshift star": the first five from seed 1234567, and how often floor(5 r) is 0 to 4 in
// 100000 numbers from seed 987654321.
TEST_CASE("greedy_and_temperature gives published probabilities",
          "[greedy_and_temperature][hidden]") {
  is_close(lm::temperature_probs(row({1, 2, 3}), 1.0f),
           {0.09003057317038046, 0.24472847105479764, 0.6652409557748218});
  is_close(lm::temperature_probs(row({1, 2, 3}), 0.5f),
           {0.015876239976466765, 0.11731042782619838, 0.8668133321973349});
  is_close(lm::temperature_probs(row({1, 2, 3}), 2.0f),
           {0.1863237232258476, 0.3071958857184984, 0.506480391055654});
}
TEST_CASE("greedy_and_temperature gives the published numbers of xorshift64*",
          "[greedy_and_temperature][hidden]") {
  lm::Rng rng{1234567};
  for (const double bits : {3540625527.0, 2750739987.0, 4037983143.0, 1993361440.0, 3809424708.0}) {
    equals(lm::random_unit(rng), std::floor(bits / 256) / 0x1p24);
  }
}
TEST_CASE("greedy_and_temperature spreads its draws as published",
          "[greedy_and_temperature][hidden]") {
  lm::Rng rng{987654321};
  std::vector<int> counts(7);  // below 0, five fifths, above
  for (int i = 0; i < 100000; ++i) {
    const float fifth = std::floor(5 * lm::random_unit(rng));
    ++counts[fifth < 0 ? 0u : fifth >= 5 ? 6u : static_cast<std::size_t>(fifth) + 1];
  }
  equals(counts, {0, 20103, 19922, 19937, 20031, 20007, 0});
}

TEST_CASE("greedy_and_temperature agrees with the reference at real sizes",
          "[greedy_and_temperature][hidden]") {
  const int vocab_size = GENERATE(1, 2, 63, 512, 32000);
  const float temperature = GENERATE(0.5f, 0.75f, 1.0f, 3.0f);
  const auto logits = random_row(vocab_size, 1, -10, 10);
  is_close(lm::temperature_probs(logits, temperature),
           reference::temperature_probs(logits, temperature));
}

TEST_CASE("greedy_and_temperature takes logits far from 0", "[greedy_and_temperature][hidden]") {
  is_close(lm::temperature_probs(row({1000, 1001, 1002}), 1.0f),
           {0.0900305732, 0.2447284711, 0.6652409558});
  is_close(lm::temperature_probs(row({-1000, -1001, -2000}), 2.0f), {0.6224593312, 0.3775406688, 0});
  is_close(lm::temperature_probs(row({3e38, 1e38, 3e38}), 1e-10f), {0.5, 0, 0.5});
}
TEST_CASE("greedy_and_temperature gives a banned token no probability",
          "[greedy_and_temperature][hidden]") {
  is_close(lm::temperature_probs(row({-infinity, 2, 2}), 0.5f), {0, 0.5, 0.5});
  is_close(lm::temperature_probs(row({-infinity, 1, 2}), 0.0f), {0, 0, 1});
}
TEST_CASE("greedy_and_temperature flattens at high temperatures",
          "[greedy_and_temperature][hidden]") {
  is_close(lm::temperature_probs(row({-5, 0, 5, 1}), 1e9f), {0.25, 0.25, 0.25, 0.25});
}

TEST_CASE("greedy_and_temperature takes the smallest temperature with a tie as one",
          "[greedy_and_temperature][hidden]") {
  is_close(lm::temperature_probs(row({4, 7, 7}), 1e-6f), {0, 0.5, 0.5});
  is_close(lm::temperature_probs(row({4, 7, 7}), 0.0f), {0, 1, 0});
}

TEST_CASE("greedy_and_temperature agrees with the reference's generator",
          "[greedy_and_temperature][hidden]") {
  for (const std::int64_t seed : {1, 42, 1337, -1}) {
    lm::Rng rng{static_cast<std::uint64_t>(seed)};
    std::vector<double> upper;
    for (const double bits : reference::xorshift_star(seed, 8)) {
      upper.push_back(std::floor(bits / 256));
    }
    lm::Vector got;
    for (int i = 0; i < 8; ++i) got.push_back(lm::random_unit(rng) * 0x1p24f);
    equals(got, upper);
  }
}
// 13894433480154566335 after six steps from 42: the state itself, not what is made of it.
TEST_CASE("greedy_and_temperature keeps the state of the generator",
          "[greedy_and_temperature][hidden]") {
  lm::Rng rng{42};
  for (int i = 0; i < 6; ++i) lm::random_unit(rng);
  equals(std::to_string(rng.state), std::string("13894433480154566335"));
}

TEST_CASE("greedy_and_temperature draws from edge to edge", "[greedy_and_temperature][hidden]") {
  const auto probs = row({0, 0.125, 0.375, 0, 0.5, 0});
  for (const float r : {0.0f, 0.0625f, 0.125f, 0.25f, 0.4375f, 0.5f, 0.75f, largest_unit}) {
    equals(lm::draw(probs, r), reference::draw(probs, r));
  }
  equals(lm::draw(row({1}), 0.0f), 0);
  equals(lm::draw(row({1}), largest_unit), 0);
  equals(lm::draw(row({0, 0, 1}), 0.0f), 2);
}
TEST_CASE("greedy_and_temperature falls back to the last token that is possible",
          "[greedy_and_temperature][hidden]") {
  equals(lm::draw(row({0.25, 0.75 - 0x1p-24, 0, 0}), largest_unit), 1);
  equals(lm::draw(row({0.75 - 0x1p-24, 0, 0.25, 0}), largest_unit), 2);
  equals(lm::draw(row({1.0 - 0x1p-24, 0}), largest_unit), 0);
}

TEST_CASE("greedy_and_temperature leaves its input unchanged", "[greedy_and_temperature][hidden]") {
  auto logits = random_row(64, 5);
  const auto before = logits;
  lm::temperature_probs(logits, 0.7f);
  lm::temperature_probs(logits, 0.0f);
  unchanged(before, logits);
}

TEST_CASE("greedy_and_temperature refuses bad input",
          "[greedy_and_temperature][hidden][errors]") {
  throws_with("argmax: there are no logits", [] { lm::argmax({}); });
  throws_with("argmax", [] { lm::argmax(row({NAN})); });
  throws_with("argmax", [] { lm::argmax(row({1, 2, NAN})); });
  throws_with("temperature_probs: temperature is -1", [] {
    lm::temperature_probs(row({1, 2}), -1.0f);
  });
  throws_with("", [] { lm::temperature_probs(row({1, NAN}), 0.5f); });
  throws_with("", [] { lm::temperature_probs(row({1, NAN, 2}), 0.0f); });
  throws_with("draw: r is 1.0", [] { lm::draw(row({0.5, 0.5}), 1.0f); });
  throws_with("draw: r is -0.5", [] { lm::draw(row({0.5, 0.5}), -0.5f); });
  throws_with("draw", [] { lm::draw({}, 0.5f); });
  throws_with("draw", [] { lm::draw(row({0, 0, 0}), 0.0f); });
}
