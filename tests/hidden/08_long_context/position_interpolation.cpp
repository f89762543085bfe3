#include "position_interpolation.hpp"

#include "planes.hpp"
#include "reference/position_interpolation.hpp"
#include "reference/rope_frequencies.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

// Thirds and fifths: 0.9 / 3, 0.6 / 3; 1 / 5, 0.25 / 5, 2 / 5.
TEST_CASE("position_interpolation by thirds and fifths", "[position_interpolation][hidden]") {
  is_close(lm::position_interpolation(std::vector<double>{0.9, 0.6}, 3), {0.3, 0.2});
  is_close(lm::position_interpolation(std::vector<double>{1, 0.25, 2}, 5), {0.2, 0.05, 0.4});
}

TEST_CASE("position_interpolation of one plane, and of none", "[position_interpolation][hidden]") {
  is_close(lm::position_interpolation(std::vector<double>{1}, 16), {0.0625});
  equals(lm::position_interpolation(std::vector<double>{}, 16).size(), 0);
  is_close(lm::position_interpolation(std::vector<double>{1, 0.3}, 1.5), {0.66666666667, 0.2});
}

// Known answers from outside: Hugging Face's ROPE_INIT_FUNCTIONS["linear"] (transformers 4.45),
// which compute in float32: heads of 16, 64, 128 and 128, rope_theta 10000 and, last, 1000000.
TEST_CASE("position_interpolation gives Hugging Face's values",
          "[position_interpolation][hidden]") {
  const auto begin = [](int head_dim, double rope_theta, double factor) {
    auto slowed =
        lm::position_interpolation(reference::rope_frequencies(head_dim, rope_theta), factor);
    slowed.resize(4);
    return slowed;
  };
  planes::are_close(1e-6, begin(16, 10000, 2), {0.5, 0.158113882, 0.0500000007, 0.0158113893});
  planes::are_close(1e-6, begin(64, 10000, 4), {0.25, 0.18747355, 0.140585333, 0.105424128});
  planes::are_close(1e-6, begin(128, 10000, 8), {0.125, 0.108245544, 0.0937367752, 0.0811727047});
  planes::are_close(1e-6, begin(128, 1000000, 2.5),
                    {0.400000006, 0.322336882, 0.259752661, 0.209319666});
}

TEST_CASE("position_interpolation agrees with the reference", "[position_interpolation][hidden]") {
  const int head_dim = GENERATE(2, 6, 80, 128, 256);
  const double rope_theta = GENERATE(10000.0, 500000.0, 8e6);
  const double factor = GENERATE(1.0, 1.1, 3.0, 8.0, 1e4);
  const auto frequencies = reference::rope_frequencies(head_dim, rope_theta);
  planes::are_close(1e-12, lm::position_interpolation(frequencies, factor),
                    reference::position_interpolation(frequencies, factor));
}

// Whatever the plane: position factor * p turns as far as position p did.
TEST_CASE("position_interpolation keeps all angles within the trained ones",
          "[position_interpolation][hidden]") {
  const auto frequencies = reference::rope_frequencies(64, 10000);
  const auto slowed = lm::position_interpolation(frequencies, 7);
  equals(slowed.size(), 32);
  std::vector<double> before, after;
  for (std::size_t i = 0; i < 32; ++i) {
    before.push_back(frequencies[i] * 2047);
    after.push_back(i < slowed.size() ? slowed[i] * 14329 : 0);  // 7 * 2047
  }
  planes::are_close(1e-12, after, before);
}

TEST_CASE("position_interpolation leaves the frequencies unchanged",
          "[position_interpolation][hidden]") {
  std::vector<double> frequencies = {0.9, 0.21, 0.05};
  const auto before = frequencies;
  lm::position_interpolation(frequencies, 4);
  unchanged(before, frequencies);
}

TEST_CASE("position_interpolation says which factor it refuses",
          "[position_interpolation][hidden][errors]") {
  const std::vector<double> f = {1, 0.1};
  throws_with("position_interpolation", [&] { lm::position_interpolation(f, 0.999999); });
  throws_with("position_interpolation", [&] { lm::position_interpolation(f, 0); });
  throws_with("position_interpolation", [&] { lm::position_interpolation(f, -4); });
  throws_with("0.25", [&] { lm::position_interpolation(f, 0.25); });
}

// Hugging Face computes frequencies in float32.
TEST_CASE("position_interpolation agrees with the conformance data",
          "[position_interpolation][conformance]") {
  for (const auto& golden : kit::golden_cases("inv_freq")) {
    if (golden.word("type") != "linear") continue;
    const auto frequencies =
        reference::rope_frequencies(golden.integer("head_dim"), golden.number("theta"));
    planes::are_close(1e-6, lm::position_interpolation(frequencies, golden.number("factor")),
                      golden.tensor("inv_freq").values);
  }
}
