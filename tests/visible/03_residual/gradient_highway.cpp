#include "gradient_highway.hpp"

#include "support/testing.hpp"

using lm::NormPlace;

// The mean square is 12.5; 1 - 9/25 = 0.64, 12/25 = 0.48 and 1 - 16/25 = 0.36, over 3.535534.
TEST_CASE("gradient_highway worked example: RMSNorm at [3, 4]", "[gradient_highway]") {
  shows(4, lm::rms_norm_jacobian(row({3, 4})).data, {"0.1810", "-0.1358", "-0.1358", "0.1018"});
}

// The mean square is 25: (1 - 1/50) / 5, -7/50 / 5 and (1 - 49/50) / 5.
TEST_CASE("gradient_highway worked example: RMSNorm at [1, 7]", "[gradient_highway]") {
  is_close(lm::rms_norm_jacobian(row({1, 7})).data, {0.196, -0.028, -0.028, 0.004});
}

// Three functions of two channels: v0², v0·v1, 3·v1. Central differences are exact for squares.
TEST_CASE("gradient_highway measures one column for each channel", "[gradient_highway]") {
  const auto f = [](auto v) { return lm::Vector{v[0] * v[0], v[0] * v[1], 3 * v[1]}; };
  const lm::Matrix jacobian = lm::numeric_jacobian(f, row({1.5, -2}), 0.5f);
  equals(jacobian.rows, 3);
  is_close(jacobian.data, {3, 0, -2, 1.5, 0, 3});
}

// (3³ - 1³) / 2 = 13, and with half the step (2.5³ - 1.5³) / 1 = 12.25; the slope itself is 12.
TEST_CASE("gradient_highway uses the step it is given", "[gradient_highway]") {
  const auto cube = [](auto v) { return lm::Vector{v[0] * v[0] * v[0]}; };
  is_close(lm::numeric_jacobian(cube, row({2}), 1.0f).data, {13});
  is_close(lm::numeric_jacobian(cube, row({2}), 0.5f).data, {12.25});
}

// One channel: N = 0.7, F = 0.1. Pre-norm (1 + 0.07)²⁴, post-norm (0.7 · 1.1)²⁴. With F = 1: 1.7⁴.
TEST_CASE("gradient_highway worked example: 24 sublayers of one channel", "[gradient_highway]") {
  const std::vector<lm::Matrix> norms(24, matrix({{0.7}})), fs(24, matrix({{0.1}}));
  shows(4, lm::stack_jacobian(norms, fs, NormPlace::pre).data, {"5.0724"});
  shows(6, lm::stack_jacobian(norms, fs, NormPlace::post).data, {"0.001887"});
  const std::vector<lm::Matrix> four(4, matrix({{0.7}})), ones(4, matrix({{1}}));
  shows(4, lm::stack_jacobian(four, ones, NormPlace::pre).data, {"8.3521"});
}

// pre:  I + F·N is [1 1; 2 5], then [2 -1; 2 3].   post: N·(I + F) is [5 3; 2 1], then [4 -2; 2 2].
TEST_CASE("gradient_highway multiplies matrices, the last leftmost", "[gradient_highway]") {
  const std::vector<lm::Matrix> norms = {matrix({{1, 2}, {0, 1}}), matrix({{2, 0}, {1, 1}})};
  const std::vector<lm::Matrix> fs = {matrix({{0, 1}, {2, 0}}), matrix({{1, -1}, {0, 2}})};
  is_close(lm::stack_jacobian(norms, fs, NormPlace::pre).data, {0, -3, 8, 17});
  is_close(lm::stack_jacobian(norms, fs, NormPlace::post).data, {16, 10, 14, 8});
}

TEST_CASE("gradient_highway refuses what has no Jacobian", "[gradient_highway][errors]") {
  const auto same = [](auto v) { return lm::Vector(v.begin(), v.end()); };
  throws_with("rms_norm_jacobian", [] { lm::rms_norm_jacobian(row({0, 0})); });
  throws_with("numeric_jacobian: step is 0", [&] { lm::numeric_jacobian(same, row({1}), 0.0f); });
  throws_with("numeric_jacobian: step is -1", [&] { lm::numeric_jacobian(same, row({1}), -1.0f); });
  throws_with("stack_jacobian: 0 norms", [] { lm::stack_jacobian({}, {}, NormPlace::pre); });
  throws_with("stack_jacobian: a matrix of sublayer 0 is 1 by 2", [] {
    lm::stack_jacobian({matrix({{1}})}, {matrix({{1, 2}})}, NormPlace::pre);
  });
}
