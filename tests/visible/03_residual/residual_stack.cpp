#include "residual_stack.hpp"

#include <cmath>

#include "support/testing.hpp"

namespace {

// RMSNorm of two channels, gain 1, eps 0; a stand-in for attention.
lm::Vector rms(std::span<const float> x) {
  const float r = std::sqrt((x[0] * x[0] + x[1] * x[1]) / 2);
  return {x[0] / r, x[1] / r};
}
lm::Vector swap_and_double(std::span<const float> v) {
  return {2 * v[1], 2 * v[0]};
}

// A function of two channels as a table: v becomes [a·v0 + b·v1, c·v0 + d·v1].
lm::RowFunction table(float a, float b, float c, float d) {
  return [=](auto v) { return lm::Vector{a * v[0] + b * v[1], c * v[0] + d * v[1]}; };
}

}  // namespace

// The first sublayer makes [5.262742, 5.697056] of [3, 4], the second [7.340367, 7.616294] of that.
TEST_CASE("residual_stack worked example: two sublayers and the final norm", "[residual_stack]") {
  const std::vector<lm::RowFunction> norms = {rms, rms};
  const std::vector<lm::RowFunction> sublayers = {swap_and_double, swap_and_double};
  shows(6, lm::residual_stack(row({3, 4}), norms, sublayers, rms), {"0.981385", "1.018275"});
}

// [4, 8] -> norm [2, 8] -> f [8, 6]    -> sum [12, 14]
//        -> norm [6, 2] -> f [20, -6]  -> sum [32, 8]
//        -> norm [8, 32] -> f [8, 1]   -> sum [40, 9] -> final norm [49, 18]
TEST_CASE("residual_stack uses each norm and each sublayer in its turn", "[residual_stack]") {
  const std::vector<lm::RowFunction> norms = {table(0.5f, 0, 0, 1), table(0.5f, 0, 0, 1 / 7.0f),
                                              table(0, 1, 1, 0)};
  const std::vector<lm::RowFunction> sublayers = {table(0, 1, 3, 0), table(0, 10, -1, 0),
                                                  table(0, 0.25f, 0.125f, 0)};
  is_close(lm::residual_stack(row({4, 8}), norms, sublayers, table(1, 1, 0, 2)), {49, 18});
}

// 1 / sqrt(13), 1 / sqrt(49) and, for the last of GPT-3's 96 blocks, 1 / sqrt(193).
TEST_CASE("residual_stack worked example: the share of the n-th sublayer", "[residual_stack]") {
  shows(3, lm::sublayer_share(12), "0.277");
  shows(3, lm::sublayer_share(48), "0.143");
  shows(3, lm::sublayer_share(192), "0.072");
  is_close(lm::sublayer_share(3), 0.5);
}

TEST_CASE("residual_stack refuses a missing norm and sublayer 0", "[residual_stack][errors]") {
  throws_with("residual_stack: 0 norms for 1 sublayers", [] {
    lm::residual_stack(row({3, 4}), {}, {swap_and_double}, rms);
  });
  throws_with("sublayer_share: n is 0", [] { lm::sublayer_share(0); });
}
