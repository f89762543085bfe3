#include "turns_seen.hpp"

#include <cmath>
#include <numbers>

#include "support/testing.hpp"

constexpr double full_turn = 2 * std::numbers::pi;

/// The planes of one head: rope_theta^(-2i / head_dim).
static std::vector<double> planes(int head_dim, double rope_theta) {
  std::vector<double> frequencies;
  for (int i = 0; i < head_dim / 2; ++i) {
    frequencies.push_back(std::pow(rope_theta, -2.0 * i / head_dim));
  }
  return frequencies;
}

// A quarter turn for each position: 8 positions are two turns, 10 are two and a half. By eighths,
// 10 positions are one and a quarter.
TEST_CASE("turns_seen worked example: quarters and eighths", "[turns_seen]") {
  is_close(std::vector{lm::turns_seen(full_turn / 4, 8), lm::turns_seen(full_turn / 4, 10),
                       lm::turns_seen(full_turn / 8, 10), lm::turns_seen(full_turn / 8, 0)},
           {2, 2.5, 1.25, 0});
}

// 16 positions by quarters, by sixteenths and by 64ths: 4 turns, exactly 1, and a quarter of one.
TEST_CASE("turns_seen worked example: three planes, one unfinished", "[turns_seen]") {
  const std::vector<double> frequencies = {full_turn / 4, full_turn / 16, full_turn / 64};
  equals(lm::unfinished_planes(frequencies, 16), {2});
  equals(lm::unfinished_planes(frequencies, 64), std::vector<int>{});
  equals(lm::unfinished_planes(frequencies, 3), {0, 1, 2});
}

// LLaMA-2: 64 planes, 4096 tokens. The turns of planes 0, 45, 46 and 63, and how many stay below 1.
TEST_CASE("turns_seen worked example: LLaMA-2", "[turns_seen]") {
  const auto f = planes(128, 10000);
  shows(6,
        std::vector{lm::turns_seen(f[0], 4096), lm::turns_seen(f[45], 4096),
                    lm::turns_seen(f[46], 4096), lm::turns_seen(f[63], 4096)},
        {"651.898647", "1.003876", "0.869321", "0.075280"});
  equals(lm::unfinished_planes(f, 4096),
         {46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63});
}

// The bases of LLaMA-2, LLaMA-3 and Qwen2, heads of 128: how many of 64 planes never finish a turn.
TEST_CASE("turns_seen worked example: three bases, four lengths", "[turns_seen]") {
  const auto n_unfinished = [](double rope_theta) {
    std::vector<std::size_t> counts;
    for (const int length : {2048, 4096, 8192, 32768}) {
      counts.push_back(lm::unfinished_planes(planes(128, rope_theta), length).size());
    }
    return counts;
  };
  equals(n_unfinished(10000), {23, 18, 14, 4});
  equals(n_unfinished(500000), {35, 32, 29, 22});
  equals(n_unfinished(1000000), {37, 33, 30, 24});
}
