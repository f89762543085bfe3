#include "turns_seen.hpp"

#include <numbers>

#include "planes.hpp"
#include "reference/rope_frequencies.hpp"
#include "reference/turns_seen.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

constexpr double full_turn = 2 * std::numbers::pi;

/// The first plane of a head that does not finish a turn; -1 if all do.
static int first_unfinished(int head_dim, double rope_theta, int length) {
  const auto planes =
      lm::unfinished_planes(reference::rope_frequencies(head_dim, rope_theta), length);
  return planes.empty() ? -1 : planes.front();
}

// By fifths 12 positions are 2.4 turns, by sevenths of a turn 3 positions are 3/7.
TEST_CASE("turns_seen of fifths and sevenths", "[turns_seen][hidden]") {
  is_close(lm::turns_seen(full_turn / 5, 12), 2.4);
  is_close(lm::turns_seen(full_turn / 7, 3), 0.428571428571);
  is_close(lm::turns_seen(full_turn / 7, 1), 0.142857142857);
  is_close(lm::turns_seen(full_turn / 7, 0), 0.0);
}

// Exactly one turn is a finished one; a single position more or less decides.
TEST_CASE("turns_seen ends a turn where it closes", "[turns_seen][hidden]") {
  const std::vector<double> frequencies = {full_turn / 2, full_turn / 8, full_turn / 32};
  equals(lm::unfinished_planes(frequencies, 1), {0, 1, 2});
  equals(lm::unfinished_planes(frequencies, 2), {1, 2});
  equals(lm::unfinished_planes(frequencies, 7), {1, 2});
  equals(lm::unfinished_planes(frequencies, 8), {2});
  equals(lm::unfinished_planes(frequencies, 31), {2});
  equals(lm::unfinished_planes(frequencies, 32), std::vector<int>{});
}

TEST_CASE("turns_seen of a head without planes", "[turns_seen][hidden]") {
  equals(lm::unfinished_planes(std::vector<double>{}, 5), std::vector<int>{});
}

// Known answers from outside: the YaRN authors' code (jquesnelle/yarn) and Hugging Face's end the
// ramp of YaRN at the first plane with less than one turn, for these heads, bases and lengths.
TEST_CASE("turns_seen finds the plane where YaRN's ramp ends", "[turns_seen][hidden]") {
  equals(std::vector{first_unfinished(128, 10000, 4096), first_unfinished(128, 10000, 2048),
                     first_unfinished(128, 1000000, 32768), first_unfinished(64, 10000, 4096),
                     first_unfinished(64, 10000, 2048), first_unfinished(16, 10000, 2048),
                     first_unfinished(16, 10000, 64), first_unfinished(8, 10000, 32)},
         {46, 41, 40, 23, 21, 6, 3, 1});
}

// Llama 3.1 (Meta's apply_scaling): what turns 4 times in 8192 tokens has a wavelength of 2048, and
// what turns once has 8192.
TEST_CASE("turns_seen agrees with the wavelengths of Llama 3.1", "[turns_seen][hidden]") {
  is_close(lm::turns_seen(full_turn / 2048, 8192), 4.0);
  is_close(lm::turns_seen(full_turn / 8192, 8192), 1.0);
  equals(lm::unfinished_planes(std::vector{full_turn / 2048, full_turn / 20000}, 8192), {1});
}

TEST_CASE("turns_seen agrees with the reference", "[turns_seen][hidden]") {
  const int head_dim = GENERATE(2, 6, 64, 128, 256);
  const double rope_theta = GENERATE(10000.0, 500000.0, 8e6);
  const int length = GENERATE(1, 7, 100, 4096, 131072, 1999999999);
  const auto frequencies = reference::rope_frequencies(head_dim, rope_theta);
  std::vector<double> got, want;
  for (const double frequency : frequencies) {
    got.push_back(lm::turns_seen(frequency, length));
    want.push_back(reference::turns_seen(frequency, length));
  }
  planes::are_close(1e-12, got, want);
  equals(lm::unfinished_planes(frequencies, length),
         reference::unfinished_planes(frequencies, length));
}

TEST_CASE("turns_seen leaves the frequencies unchanged", "[turns_seen][hidden]") {
  std::vector<double> frequencies = {0.9, 0.21, 0.05};
  const auto before = frequencies;
  lm::unfinished_planes(frequencies, 50);
  unchanged(before, frequencies);
}

TEST_CASE("turns_seen refuses numbers out of range", "[turns_seen][hidden][errors]") {
  throws_with("turns_seen: frequency is 0", [] { lm::turns_seen(0, 8); });
  throws_with("turns_seen: frequency is -1", [] { lm::turns_seen(-1, 8); });
  throws_with("length -1", [] { lm::turns_seen(1, -1); });
  throws_with("unfinished_planes: length is 0", [] {
    lm::unfinished_planes(std::vector<double>{1, 0.1}, 0);
  });
  throws_with("frequency is 0", [] { lm::unfinished_planes(std::vector<double>{1, 0}, 8); });
}

// With beta_slow 1 the ramp of YaRN ends at the first unfinished plane.
TEST_CASE("turns_seen agrees with the conformance data", "[turns_seen][conformance]") {
  for (const auto& golden : kit::golden_cases("inv_freq")) {
    if (golden.word("type") != "yarn") continue;
    if (golden.has("beta_slow") && golden.number("beta_slow") != 1) continue;
    equals(first_unfinished(golden.integer("head_dim"), golden.number("theta"),
                            golden.integer("original_max_position_embeddings")),
           golden.integer("high"));
  }
}
