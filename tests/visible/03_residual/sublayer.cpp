#include "sublayer.hpp"

#include <cmath>

#include "support/testing.hpp"

namespace {

// RMSNorm of two channels, gain 1, eps 0.
lm::Vector norm(std::span<const float> x) {
  const float rms = std::sqrt((x[0] * x[0] + x[1] * x[1]) / 2);
  return {x[0] / rms, x[1] / rms};
}
// Two stand-ins for attention or a feed-forward network; the second writes down what it is shown.
lm::Vector swap_and_double(std::span<const float> v) {
  return {2 * v[1], 2 * v[0]};
}
lm::Vector seen;
lm::Vector mix(std::span<const float> v) {
  seen.insert(seen.end(), v.begin(), v.end());
  return {v[1] + 2, 3 * v[0]};
}

}  // namespace

// norm(x) is [0.848528, 1.131371], swapped and doubled [2.262742, 1.697056]; then x is added.
TEST_CASE("sublayer worked example: pre_norm of [3, 4]", "[sublayer]") {
  shows(6, lm::pre_norm(row({3, 4}), norm, swap_and_double), {"5.262742", "5.697056"});
}

// f(x) is [8, 6], and the sum [11, 10] has the mean square 110.5.
TEST_CASE("sublayer worked example: post_norm of [3, 4]", "[sublayer]") {
  shows(6, lm::post_norm(row({3, 4}), norm, swap_and_double), {"1.046433", "0.951303"});
}

// [1, 7] has the mean square 25, so norm(x) is [0.2, 1.4], and mix makes [3.4, 0.6] of it.
// f is called once: attention appends to its cache with every call.
TEST_CASE("sublayer adds the branch to x itself in pre_norm", "[sublayer]") {
  seen.clear();
  is_close(lm::pre_norm(row({1, 7}), norm, mix), {4.4, 7.6});
  is_close(seen, {0.2, 1.4});
}

// mix makes [-3, 12] of [4, -5]. The sum is [1, 7].
TEST_CASE("sublayer normalizes the sum in post_norm", "[sublayer]") {
  seen.clear();
  is_close(lm::post_norm(row({4, -5}), norm, mix), {0.2, 1.4});
  is_close(seen, {4, -5});
}

TEST_CASE("sublayer refuses a branch of another size", "[sublayer][errors]") {
  const auto first = [](std::span<const float> v) { return lm::Vector{v[0]}; };
  throws_with("pre_norm", [&] { lm::pre_norm(row({3, 4}), first, first); });
  throws_with("post_norm", [&] { lm::post_norm(row({3, 4}), first, first); });
}
