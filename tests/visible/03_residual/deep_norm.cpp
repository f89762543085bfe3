#include "deep_norm.hpp"

#include <cmath>

#include "support/testing.hpp"

namespace {

// RMSNorm of two channels, gain 1, eps 0.
lm::Vector rms(std::span<const float> x) {
  const float r = std::sqrt((x[0] * x[0] + x[1] * x[1]) / 2);
  return {x[0] / r, x[1] / r};
}
// A function of two channels as a table: v becomes [a·v0 + b·v1, c·v0 + d·v1].
lm::RowFunction table(float a, float b, float c, float d) {
  return [=](auto v) { return lm::Vector{a * v[0] + b * v[1], c * v[0] + d * v[1]}; };
}
const lm::RowFunction swap_and_double = table(0, 2, 2, 0);

}  // namespace

// The branch is [2.262742, 1.697056]; the outer norm makes [1.131371, 0.848528] of it.
TEST_CASE("deep_norm worked example: sandwich_norm of [3, 4]", "[deep_norm]") {
  shows(6, lm::sandwich_norm(row({3, 4}), rms, rms, swap_and_double), {"4.131371", "4.848528"});
}

// [4, -5] -> inner norm [2, -5] -> f [-5, 6] -> outer norm [-2.5, 7] -> sum [1.5, 2]
TEST_CASE("deep_norm gives each norm of the sandwich its place", "[deep_norm]") {
  const auto inner = table(0.5f, 0, 0, 1), outer = table(0.5f, 0, 1, 2), f = table(0, 1, 3, 0);
  is_close(lm::sandwich_norm(row({4, -5}), inner, outer, f), {1.5, 2});
}

// 2·8 = 16 = 2⁴, and 8·2 = 16; the others as printed.
TEST_CASE("deep_norm worked example: the scales of 6, 32 and 1000 blocks", "[deep_norm]") {
  is_close(lm::deep_norm_scales(8).alpha, 2.0);
  is_close(lm::deep_norm_scales(2).beta, 0.5);
  shows(6, lm::deep_norm_scales(6).alpha, "1.861210");
  shows(6, lm::deep_norm_scales(6).beta, "0.379918");
  shows(6, lm::deep_norm_scales(32).alpha, "2.828427");
  is_close(lm::deep_norm_scales(32).beta, 0.25);
  shows(6, lm::deep_norm_scales(1000).alpha, "6.687403");
  shows(6, lm::deep_norm_scales(1000).beta, "0.105737");
}

// With 8 blocks alpha is 2. f(x) is [-4, 11], and [8, -10] + [-4, 11] = [4, 1].
TEST_CASE("deep_norm stretches the stream and normalizes the sum", "[deep_norm]") {
  const auto f = [](auto v) { return lm::Vector{v[1] + 1, 3 * v[0] - 1}; };
  is_close(lm::deep_norm(row({4, -5}), table(1, 1, 0, 2), f, 8), {5, 2});
}

TEST_CASE("deep_norm refuses other sizes and no blocks", "[deep_norm][errors]") {
  const auto first = [](std::span<const float> v) { return lm::Vector{v[0]}; };
  throws_with("sandwich_norm", [&] { lm::sandwich_norm(row({3, 4}), first, first, first); });
  throws_with("deep_norm", [&] { lm::deep_norm(row({3, 4}), first, first, 8); });
  throws_with("deep_norm_scales: n_layers is 0", [] { lm::deep_norm_scales(0); });
  throws_with("n_layers is 0", [] { lm::deep_norm(row({3, 4}), rms, swap_and_double, 0); });
}
