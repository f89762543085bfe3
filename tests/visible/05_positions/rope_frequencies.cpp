#include "rope_frequencies.hpp"

#include <numbers>

#include "support/testing.hpp"

static std::vector<int> shape(const lm::Matrix& m) {
  return {m.rows, m.cols};
}

// A head of 4 has two planes: 10000^(-0/4) = 1 and 10000^(-2/4) = 0.01. Eight channels go down in
// steps of 10000^(-2/8) = 0.1, and sixteen in steps of its root, 0.316228.
TEST_CASE("rope_frequencies worked example: base 10000, heads of 4, 8 and 16",
          "[rope_frequencies]") {
  shows(6, lm::rope_frequencies(4, 10000), {"1.000000", "0.010000"});
  shows(6, lm::rope_frequencies(8, 10000), {"1.000000", "0.100000", "0.010000", "0.001000"});
  shows(6, lm::rope_frequencies(16, 10000),
        {"1.000000", "0.316228", "0.100000", "0.031623", "0.010000", "0.003162", "0.001000",
         "0.000316"});
}

// Heads of 128, as in LLaMA-2, LLaMA-3 and Qwen2: positions for one circle of planes 1 and 63.
TEST_CASE("rope_frequencies comes from the rope_theta it is given", "[rope_frequencies]") {
  const auto circles = [](double rope_theta) {
    const auto frequency = lm::rope_frequencies(128, rope_theta);
    return row({2 * std::numbers::pi / frequency[1], 2 * std::numbers::pi / frequency.back()});
  };
  shows(3, circles(10000), {"7.256", "54410.143"});
  shows(3, circles(500000), {"7.713", "2559195.517"});
  shows(3, circles(1000000), {"7.797", "5063255.794"});
}

// Angles 0; 1 and 0.01; 2 and 0.02.
TEST_CASE("rope_frequencies worked example: a table of three positions", "[rope_frequencies]") {
  const auto table = lm::rope_table(std::vector<double>{1, 0.01}, 3, 1);
  equals(shape(table.cos), {3, 2});
  equals(shape(table.sin), {3, 2});
  shows(6, table.cos.data,
        {"1.000000", "1.000000", "0.540302", "0.999950", "-0.416147", "0.999800"});
  shows(6, table.sin.data,
        {"0.000000", "0.000000", "0.841471", "0.010000", "0.909297", "0.019999"});
}

// The angles are 131071, 13107.1, 1310.71, 131.071. Float32 knows the second to 0.001 at best.
TEST_CASE("rope_frequencies holds its angles in double", "[rope_frequencies]") {
  const auto table = lm::rope_table(lm::rope_frequencies(8, 10000), 131072, 1);
  const lm::Vector last_row(table.sin.data.end() - 4, table.sin.data.end());
  shows(6, last_row, {"-0.575242", "0.366690", "-0.617738", "-0.768115"});
}

// YaRN stretches the arrow from (1, 0) to (2, 0) before it turns.
TEST_CASE("rope_frequencies stretches cosine and sine by the factor", "[rope_frequencies]") {
  const auto table = lm::rope_table(std::vector<double>{1}, 2, 2);
  shows(6, table.cos.data, {"2.000000", "1.080605"});
  shows(6, table.sin.data, {"0.000000", "1.682942"});
}

TEST_CASE("rope_frequencies refuses an odd head", "[rope_frequencies][errors]") {
  throws_with("rope_frequencies", [] { lm::rope_frequencies(5, 10000); });
}
