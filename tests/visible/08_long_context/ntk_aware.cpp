#include "ntk_aware.hpp"

#include <cmath>
#include <vector>

#include "support/testing.hpp"

// A head of 4: the exponent is 4 / 2, and 10000 * 4^2 = 160000. Plane 1 turned by 1 / sqrt(10000),
// a hundredth; now it turns by 1 / sqrt(160000), a 400th.
TEST_CASE("ntk_aware worked example: a head of 4", "[ntk_aware]") {
  is_close(lm::ntk_aware_base(4, 10000, 4), 160000.0);
  is_close(1 / std::sqrt(lm::ntk_aware_base(4, 10000, 4)), 0.0025);
}

// LLaMA-2, heads of 128, for texts 2, 4, 8, 16 and 32 times as long.
TEST_CASE("ntk_aware worked example: LLaMA-2", "[ntk_aware]") {
  const auto base = [](double factor) { return lm::ntk_aware_base(128, 10000, factor); };
  shows(2, std::vector{base(2), base(4), base(8), base(16), base(32)},
        {"20221.26", "40889.94", "82684.62", "167198.74", "338096.95"});
}

// What is left of the speed of planes 0, 16, 32, 48 and 63 at factor 8; 1 / 8 = 0.125.
TEST_CASE("ntk_aware slows the last plane by factor and the first not at all", "[ntk_aware]") {
  const double ratio = lm::ntk_aware_base(128, 10000, 8) / 10000;
  std::vector<double> left;
  for (const int plane : {0, 16, 32, 48, 63}) left.push_back(std::pow(ratio, -2.0 * plane / 128));
  shows(6, left, {"1.000000", "0.589717", "0.347766", "0.205084", "0.125000"});
}

// A head of 4, trained on 8 tokens, factor 2. For 9, 12 and 16 tokens ntk_aware_base is asked for
// 2 * 9 / 8 - 1 = 1.25, 2 * 12 / 8 - 1 = 2 and 2 * 16 / 8 - 1 = 3; their squares are 1.5625, 4
// and 9.
TEST_CASE("ntk_aware worked example: a base that follows the text", "[ntk_aware]") {
  const auto base = [](int seq_len) { return lm::dynamic_ntk_base(4, 10000, 2, seq_len, 8); };
  is_close(std::vector{base(8), base(9), base(12), base(16)}, {10000, 15625, 40000, 90000});
}

TEST_CASE("ntk_aware leaves texts within the trained length alone", "[ntk_aware]") {
  const auto base = [](int seq_len) { return lm::dynamic_ntk_base(4, 10000, 2, seq_len, 8); };
  is_close(std::vector{base(1), base(2), base(4), base(7)}, {10000, 10000, 10000, 10000});
}

// With factor 8, a head of 128 and 6144 tokens on a model trained on 4096: 8 * 1.5 - 7 = 5.
TEST_CASE("ntk_aware worked example: LLaMA-2 with 6144 tokens", "[ntk_aware]") {
  shows(2, lm::dynamic_ntk_base(128, 10000, 8, 6144, 4096), "51293.79");
}

TEST_CASE("ntk_aware refuses a head of one plane, and an odd one", "[ntk_aware][errors]") {
  throws_with("ntk_aware_base", [] { lm::ntk_aware_base(2, 10000, 4); });
  throws_with("ntk_aware_base", [] { lm::ntk_aware_base(5, 10000, 4); });
}
