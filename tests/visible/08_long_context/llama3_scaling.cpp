#include "llama3_scaling.hpp"

#include <cmath>
#include <numbers>

#include "support/testing.hpp"

static lm::RopeScaling bands(double factor, int trained_length, double low, double high) {
  lm::RopeScaling scaling;
  scaling.factor = factor, scaling.original_max_seq_len = trained_length;
  scaling.low_freq_factor = low, scaling.high_freq_factor = high;
  return scaling;
}

/// What is left of the speed of planes that make so many turns in the trained length.
static std::vector<double> left(const std::vector<double>& turns, const lm::RopeScaling& scaling) {
  std::vector<double> frequencies;
  for (const double n : turns) {
    frequencies.push_back(2 * std::numbers::pi * n / scaling.original_max_seq_len);
  }
  auto scaled = lm::llama3_scaling(frequencies, scaling);
  for (std::size_t i = 0; i < scaled.size() && i < turns.size(); ++i) scaled[i] /= frequencies[i];
  return scaled;
}

// Trained on 16 tokens, factor 4, bands at 1 and 4. 2.5 turns are half of the way from 1 to 4: half
// stays, and half is divided by 4, 1/2 + 1/8.
TEST_CASE("llama3_scaling worked example: five planes", "[llama3_scaling]") {
  is_close(left({8, 4, 2.5, 1, 0.5}, bands(4, 16, 1, 4)), {1, 1, 0.625, 0.25, 0.25});
}

// With bands at 2 and 6 three turns are a quarter of the way: 1/4 + 3/4 / 4.
TEST_CASE("llama3_scaling worked example: other bands", "[llama3_scaling]") {
  is_close(left({8, 3, 1.5}, bands(4, 16, 2, 6)), {1, 0.4375, 0.25});
}

// Llama 3.1: factor 8, trained on 8192 tokens. Wavelengths of 1000, 4096 and 20000 tokens
// make 8.192, 2 and 0.4096 turns.
TEST_CASE("llama3_scaling worked example: three wavelengths", "[llama3_scaling]") {
  shows(6, left({8.192, 2, 0.4096}, bands(8, 8192, 1, 4)), {"1.000000", "0.416667", "0.125000"});
}

// Its heads have 64 planes of base 500000. Planes 28, 29, 32, 34 and 35 make 4.19, 3.41, 1.84, 1.22
// and 0.997 turns.
TEST_CASE("llama3_scaling worked example: Llama 3.1", "[llama3_scaling]") {
  std::vector<double> turns;
  for (const int plane : {28, 29, 32, 34, 35}) {
    turns.push_back(8192 * std::pow(500000, -2.0 * plane / 128) / (2 * std::numbers::pi));
  }
  shows(6, left(turns, bands(8, 8192, 1, 4)),
        {"1.000000", "0.828168", "0.371122", "0.190211", "0.125000"});
}

TEST_CASE("llama3_scaling refuses bands that are not in order", "[llama3_scaling][errors]") {
  const std::vector<double> f = {1, 0.1};
  throws_with("llama3_scaling", [&] { lm::llama3_scaling(f, bands(8, 8192, 4, 4)); });
  throws_with("llama3_scaling", [&] { lm::llama3_scaling(f, bands(8, 8192, 4, 1)); });
  throws_with("llama3_scaling", [&] { lm::llama3_scaling(f, bands(8, 8192, 0, 4)); });
}
