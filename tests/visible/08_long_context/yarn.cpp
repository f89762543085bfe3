#include "yarn.hpp"

#include <cmath>

#include "support/testing.hpp"

static lm::RopeScaling stretched(double factor, int trained_length, bool truncate = true) {
  lm::RopeScaling scaling;
  scaling.factor = factor, scaling.original_max_seq_len = trained_length;
  scaling.truncate = truncate;
  return scaling;
}

/// What is left of the speed of each plane.
static std::vector<double> left(int head_dim, double rope_theta, const lm::RopeScaling& scaling) {
  auto planes = lm::yarn_frequencies(head_dim, rope_theta, scaling);
  for (int i = 0; double& plane : planes) plane *= std::pow(rope_theta, 2.0 * i++ / head_dim);
  return planes;
}

// plane(32) = 2.62 and plane(1) = 5.63, so the ramp goes from 2 to 6: 0 for planes 0 to 2, then
// 1/4, 2/4, 3/4, and 1 for planes 6 and 7. At factor 4 a full ramp takes 3/4 of the speed.
TEST_CASE("yarn worked example: a head of 16", "[yarn]") {
  auto scaling = stretched(4, 4096);
  is_close(left(16, 10000, scaling), {1, 1, 1, 0.8125, 0.625, 0.4375, 0.25, 0.25});
  scaling.beta_fast = 16, scaling.beta_slow = 2;  // planes 3.22 and 5.03: a ramp from 3 to 6
  is_close(left(16, 10000, scaling), {1, 1, 1, 1, 0.75, 0.5, 0.25, 0.25});
}

// LLaMA-2 at factor 8: the ramp goes from 20 to 46. Plane 32 is 12 / 26 of the way.
TEST_CASE("yarn worked example: LLaMA-2", "[yarn]") {
  const auto all = left(128, 10000, stretched(8, 4096));
  shows(6, std::vector{all.at(0), all.at(20), all.at(21), all.at(32), all.at(45), all.at(46)},
        {"1.000000", "1.000000", "0.966346", "0.596154", "0.158654", "0.125000"});
}

// 64 tokens: no plane makes 32 turns, and the ramp begins at 0. 131072 tokens: it ends at 9, beyond
// the last plane, which is 7. Six tokens: it begins and ends at 0, a step behind plane 0.
TEST_CASE("yarn worked example: a short and a long training", "[yarn]") {
  is_close(left(16, 10000, stretched(4, 64)), {1, 0.75, 0.5, 0.25, 0.25, 0.25, 0.25, 0.25});
  is_close(left(16, 10000, stretched(4, 131072)), {1, 1, 1, 1, 1, 1, 0.8125, 0.625});
  is_close(left(8, 10000, stretched(4, 6)), {1, 0.25, 0.25, 0.25});
}

// gpt-oss rounds nothing: the ramp goes from 8.092779 to 17.398025. Planes 8, 9, 13, 17, 18.
TEST_CASE("yarn worked example: gpt-oss", "[yarn]") {
  const auto all = left(64, 150000, stretched(32, 4096, false));
  shows(6, std::vector{all.at(8), all.at(9), all.at(13), all.at(17), all.at(18)},
        {"1.000000", "0.905551", "0.489119", "0.072688", "0.031250"});
}

// 0.1 * ln 4 + 1 and 0.1 * ln 8 + 1. Both q and k are stretched, so a score grows by the square.
TEST_CASE("yarn worked example: the attention factor", "[yarn]") {
  const auto m = [](double factor) { return lm::yarn_attention_factor(stretched(factor, 64)); };
  shows(6, std::vector{m(1), m(4), m(8), m(8) * m(8)},
        {"1.000000", "1.138629", "1.207944", "1.459129"});
}

// DeepSeek's two scales: (0.2 ln 8 + 1) / (0.05 ln 8 + 1). One changes nothing; a factor wins.
TEST_CASE("yarn takes what the file says of the attention factor", "[yarn]") {
  auto file = stretched(8, 4096);
  const auto given = [&](std::optional<double> factor, std::optional<double> all_dim) {
    file.attention_factor = factor, file.mscale = 2, file.mscale_all_dim = all_dim;
    return lm::yarn_attention_factor(file);
  };
  shows(6, std::vector{given({}, {}), given({}, 0.5)}, {"1.207944", "1.282540"});
  is_close(std::vector{given(1.25, 0.5), given(1.25, {}), given(1, {})}, {1.25, 1.25, 1});
}
