#include "yarn.hpp"

#include <cmath>
#include <numbers>

#include "planes.hpp"
#include "reference/yarn.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

static lm::RopeScaling stretched(double factor, int trained_length) {
  lm::RopeScaling scaling;
  scaling.kind = lm::RopeScalingKind::yarn;
  scaling.factor = factor;
  scaling.original_max_seq_len = trained_length;
  return scaling;
}

static std::vector<double> reference_of(int head_dim, double rope_theta,
                                        const lm::RopeScaling& scaling) {
  return reference::yarn_frequencies(head_dim, rope_theta, scaling.factor,
                                     scaling.original_max_seq_len, scaling.beta_fast,
                                     scaling.beta_slow, scaling.truncate);
}

/// Some of the planes of a list that may turn out to be too short.
static std::vector<double> pick(const std::vector<double>& all, std::initializer_list<int> planes) {
  std::vector<double> picked;
  for (const int plane : planes) {
    const auto i = static_cast<std::size_t>(plane);
    picked.push_back(i < all.size() ? all[i] : 0);
  }
  return picked;
}

// Base 16 in a head of 8: frequencies 1, 1/2, 1/4, 1/8. Trained on 64 tokens, beta_fast 8 and
// beta_slow 1: planes 8 ln(64 / 16 pi) / 2 ln 16 = 0.35 and 3.35, a ramp from 0 to 4. At factor 2 a
// full ramp takes half: planes 1 to 3 lose 1/8, 2/8, 3/8.
TEST_CASE("yarn of a head of 8 and base 16", "[yarn][hidden]") {
  auto scaling = stretched(2, 64);
  scaling.beta_fast = 8;
  is_close(lm::yarn_frequencies(8, 16, scaling), {1, 0.4375, 0.1875, 0.078125});
}

// Base 10, a head of 16, 512 tokens: planes 3.25 and 15.28. Rounded up that is 16, but 15 is the
// most.
TEST_CASE("yarn ends the ramp at head_dim - 1", "[yarn][hidden]") {
  const auto planes = lm::yarn_frequencies(16, 10, stretched(4, 512));
  is_close(planes, {1, 0.7498942093, 0.5623413252, 0.4216965034, 0.9375 * 0.316227766,
                    0.875 * 0.2371373706, 0.8125 * 0.177827941, 0.75 * 0.1333521432});
}

// In six tokens plane 0 makes not quite a turn: both ends are 0. The ramp is a step, plane 0 stays
// and the others are divided.
TEST_CASE("yarn takes a ramp of no length", "[yarn][hidden]") {
  is_close(lm::yarn_frequencies(8, 10000, stretched(4, 6)), {1, 0.025, 0.0025, 0.00025});
  auto scaling = stretched(4, 4096);
  scaling.truncate = false;
  scaling.beta_fast = scaling.beta_slow = 20;  // plane 1.64 of 4: planes 0 and 1 stay
  is_close(lm::yarn_frequencies(8, 10000, scaling), {1, 0.1, 0.0025, 0.00025});
}

// Base 16: frequencies 1, 1/2, 1/4, 1/8. Both betas stand at plane 1.9995, and plane 2 lies in the
// middle of the 0.001 that are kept between the ends: half of 1/4 stays, and half is divided by 2.
TEST_CASE("yarn keeps 0.001 between the ends of the ramp", "[yarn][hidden]") {
  auto scaling = stretched(2, 64);
  scaling.truncate = false;
  scaling.beta_fast = scaling.beta_slow = 64 * std::pow(16, -1.9995 / 4) / (2 * std::numbers::pi);
  is_close(lm::yarn_frequencies(8, 16, scaling), {1, 0.5, 0.1875, 0.0625});
}

TEST_CASE("yarn of a single plane, and of a single token", "[yarn][hidden]") {
  is_close(lm::yarn_frequencies(2, 10000, stretched(4, 4096)), {1});
  is_close(lm::yarn_frequencies(4, 10000, stretched(4, 4096)), {1, 0.00625});
  planes::are_close(1e-12, lm::yarn_frequencies(4, 10000, stretched(8, 1)), {1, 0.00125});
}

// Known answers from outside: Hugging Face (transformers 4.45, float32), and equal to it the YaRN
// authors' code (jquesnelle/yarn). Planes at the ends of the ramp and on it.
TEST_CASE("yarn gives Hugging Face's values", "[yarn][hidden]") {
  planes::are_close(1e-6,
                    pick(lm::yarn_frequencies(64, 10000, stretched(4, 2048)), {8, 9, 14, 21, 31}),
                    {0.100000001, 0.070663102, 0.0116272122, 0.000592843455, 3.33380376e-05});
  planes::are_close(
      1e-6, pick(lm::yarn_frequencies(128, 10000, stretched(16, 4096)), {20, 21, 33, 46, 63}),
      {0.0562341288, 0.0469408594, 0.0046004355, 8.33450904e-05, 7.21738706e-06});
  planes::are_close(
      1e-6, pick(lm::yarn_frequencies(128, 1000000, stretched(4, 32768)), {23, 24, 31, 40, 63}),
      {0.00697830599, 0.00537532149, 0.000802959781, 4.44569851e-05, 3.10234441e-07});
  auto scaling = stretched(32, 4096);
  scaling.beta_fast = 16, scaling.beta_slow = 2;
  planes::are_close(1e-6, pick(lm::yarn_frequencies(128, 10000, scaling), {25, 26, 33, 41, 63}),
                    {0.0273841955, 0.0222779438, 0.0044651283, 8.55756152e-05, 3.60869353e-06});
}

// The same two sources: factors 4, 16, 32 and 40.
TEST_CASE("yarn gives published attention factors", "[yarn][hidden]") {
  std::vector<double> factors;
  for (const double factor : {4, 16, 32, 40}) {
    factors.push_back(lm::yarn_attention_factor(stretched(factor, 4096)));
  }
  planes::are_close(
      1e-12, factors,
      {1.138629436111989, 1.2772588722239782, 1.3465735902799727, 1.3688879454113936});
}

TEST_CASE("yarn agrees with the reference", "[yarn][hidden]") {
  const int head_dim = GENERATE(2, 6, 64, 80, 128, 256);
  const double rope_theta = GENERATE(10000.0, 500000.0, 1.5);
  auto scaling = stretched(GENERATE(1.0, 1.3, 2.7, 40.0), GENERATE(1, 48, 4096, 1999999999));
  scaling.truncate = GENERATE(true, false);
  planes::are_close(1e-10, lm::yarn_frequencies(head_dim, rope_theta, scaling),
                    reference_of(head_dim, rope_theta, scaling));
}

TEST_CASE("yarn agrees with the reference for other betas", "[yarn][hidden]") {
  auto scaling = stretched(6, GENERATE(300, 4096));
  scaling.beta_fast = GENERATE(4.0, 31.0, 64.5);
  scaling.beta_slow = GENERATE(0.3, 1.0, 3.0);
  scaling.truncate = GENERATE(true, false);
  planes::are_close(1e-10, lm::yarn_frequencies(96, 20000, scaling),
                    reference_of(96, 20000, scaling));
}

// A ramp may lie among planes that finish no turn.
TEST_CASE("yarn takes betas below one turn", "[yarn][hidden]") {
  auto scaling = stretched(6, 300);
  scaling.beta_fast = 0.9, scaling.beta_slow = 0.2;
  planes::are_close(1e-10, lm::yarn_frequencies(96, 20000, scaling),
                    reference_of(96, 20000, scaling));
}

// The stretch of cosine and sine is a matter of its own: the frequencies know nothing of it.
TEST_CASE("yarn keeps the attention factor out of the frequencies", "[yarn][hidden]") {
  auto scaling = stretched(4, 64);
  scaling.attention_factor = 3;
  scaling.mscale = 2, scaling.mscale_all_dim = 0.5;
  is_close(lm::yarn_frequencies(8, 10000, scaling),
           lm::yarn_frequencies(8, 10000, stretched(4, 64)));
  is_close(lm::yarn_frequencies(8, 10000, scaling), {1, 0.0625, 0.0025, 0.00025});
}

// 0.1 · 2 · ln 4 + 1 = 1.277259 over 0.1 · 0.7 · ln 4 + 1 = 1.097041.
TEST_CASE("yarn takes the scales that are given", "[yarn][hidden]") {
  auto scaling = stretched(4, 4096);
  scaling.mscale_all_dim = 0.7;
  is_close(lm::yarn_attention_factor(scaling), 1.1386294361);  // one alone changes nothing
  scaling.mscale = 2;
  is_close(lm::yarn_attention_factor(scaling),
           reference::yarn_growth(4, 2) / reference::yarn_growth(4, 0.7));
  shows(6, lm::yarn_attention_factor(scaling), "1.164277");
  scaling.attention_factor = 0.8;
  is_close(lm::yarn_attention_factor(scaling), 0.8);
  scaling.mscale = scaling.mscale_all_dim = std::nullopt;
  is_close(lm::yarn_attention_factor(scaling), 0.8);
}

TEST_CASE("yarn without a factor stretches nothing", "[yarn][hidden]") {
  auto scaling = stretched(1, 4096);
  planes::are_close(1e-12, lm::yarn_frequencies(8, 10000, scaling), {1, 0.1, 0.01, 0.001});
  scaling.mscale = 2, scaling.mscale_all_dim = 0.5;
  is_close(lm::yarn_attention_factor(scaling), 1.0);
}

TEST_CASE("yarn refuses numbers out of range", "[yarn][hidden][errors]") {
  const auto refused = [](lm::RopeScaling scaling) {
    throws_with("yarn_frequencies", [&] { lm::yarn_frequencies(8, 10000, scaling); });
  };
  throws_with("head_dim is 7", [] { lm::yarn_frequencies(7, 10000, stretched(4, 64)); });
  throws_with("head_dim is 0", [] { lm::yarn_frequencies(0, 10000, stretched(4, 64)); });
  throws_with("head_dim is -2", [] { lm::yarn_frequencies(-2, 10000, stretched(4, 64)); });
  throws_with("rope_theta is 1", [] { lm::yarn_frequencies(8, 1, stretched(4, 64)); });
  throws_with("factor is 0.5", [] { lm::yarn_frequencies(8, 10000, stretched(0.5, 64)); });
  throws_with("original_max_seq_len 0", [] { lm::yarn_frequencies(8, 10000, stretched(4, 0)); });
  auto scaling = stretched(4, 64);
  scaling.beta_fast = 0;
  refused(scaling);
  scaling.beta_fast = 32, scaling.beta_slow = 0;
  refused(scaling);
  throws_with("yarn_attention_factor: factor is 0.9",
              [] { lm::yarn_attention_factor(stretched(0.9, 64)); });
}

// Hugging Face computes frequencies in float32.
TEST_CASE("yarn agrees with the conformance data", "[yarn][conformance]") {
  for (const auto& golden : kit::golden_cases("inv_freq")) {
    if (golden.word("type") != "yarn") continue;
    auto scaling =
        stretched(golden.number("factor"), golden.integer("original_max_position_embeddings"));
    if (golden.has("beta_fast")) scaling.beta_fast = golden.number("beta_fast");
    if (golden.has("beta_slow")) scaling.beta_slow = golden.number("beta_slow");
    if (golden.has("attention_factor")) {
      scaling.attention_factor = golden.number("attention_factor");
    }
    planes::are_close(
        1e-6, lm::yarn_frequencies(golden.integer("head_dim"), golden.number("theta"), scaling),
        golden.tensor("inv_freq").values);
    planes::are_close(1e-6, {lm::yarn_attention_factor(scaling)},
                      {golden.number("computed_attention_factor")});
  }
}
