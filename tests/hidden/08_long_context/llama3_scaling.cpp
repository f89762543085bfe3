#include "llama3_scaling.hpp"

#include <numbers>

#include "planes.hpp"
#include "reference/llama3_scaling.hpp"
#include "reference/rope_frequencies.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

static lm::RopeScaling bands(double factor, int trained_length, double low, double high) {
  lm::RopeScaling scaling;
  scaling.kind = lm::RopeScalingKind::llama3;
  scaling.factor = factor;
  scaling.original_max_seq_len = trained_length;
  scaling.low_freq_factor = low;
  scaling.high_freq_factor = high;
  return scaling;
}

/// The frequency that makes so many turns in a length.
static double turning(double turns, int length) {
  return 2 * std::numbers::pi * turns / length;
}

/// `n` planes of a scaled head from plane `first` on.
static std::vector<double> planes_from(int first, int n, int head_dim, double rope_theta,
                                       const lm::RopeScaling& scaling) {
  auto all = lm::llama3_scaling(reference::rope_frequencies(head_dim, rope_theta), scaling);
  all.resize(static_cast<std::size_t>(head_dim) / 2);
  return {all.begin() + first, all.begin() + first + n};
}

// Trained on 100 tokens, factor 5, bands at 2 and 10: 4 turns are a quarter of the way, so 1/4
// stays and 3/4 is divided by 5: 0.4. Nine turns: 7/8 + 1/40 = 0.9.
TEST_CASE("llama3_scaling of other lengths and factors", "[llama3_scaling][hidden]") {
  const std::vector<double> f = {turning(9, 100), turning(1, 100), turning(30, 100),
                                 turning(4, 100)};  // each plane by itself, in any order
  planes::are_close(1e-12, lm::llama3_scaling(f, bands(5, 100, 2, 10)),
                    {0.9 * f[0], 0.2 * f[1], f[2], 0.4 * f[3]});
}

// At both edges the blend joins: a hair to either side is a hair in the result.
TEST_CASE("llama3_scaling has no jump at the edges of its bands", "[llama3_scaling][hidden]") {
  const std::vector<double> f = {turning(4.0001, 8192), turning(3.9999, 8192),
                                 turning(1.0001, 8192), turning(0.9999, 8192)};
  planes::are_close(1e-3, lm::llama3_scaling(f, bands(8, 8192, 1, 4)),
                    {f[0], f[1], f[2] / 8, f[3] / 8});
}

TEST_CASE("llama3_scaling by factor 1 changes nothing", "[llama3_scaling][hidden]") {
  const auto f = reference::rope_frequencies(32, 10000);
  planes::are_close(1e-12, lm::llama3_scaling(f, bands(1, 512, 1, 4)), f);
}

TEST_CASE("llama3_scaling of no planes, and of one trained token", "[llama3_scaling][hidden]") {
  equals(lm::llama3_scaling(std::vector<double>{}, bands(8, 8192, 1, 4)).size(), 0);
  planes::are_close(1e-12, lm::llama3_scaling(std::vector{1.0, turning(3, 1)}, bands(8, 1, 2, 4)),
                    {0.125, turning(3, 1) * 0.5625});
}

// Known answers from outside: Hugging Face (transformers 4.45, float32), and equal to it Meta's
// apply_scaling: Llama 3.1-8B from plane 27 on, Llama 3.2-1B (heads of 64, factor 32) from
// plane 13.
TEST_CASE("llama3_scaling gives Meta's values", "[llama3_scaling][hidden]") {
  planes::are_close(
      1e-6, planes_from(27, 10, 128, 500000, bands(8, 8192, 1, 4)),
      {0.00394227589, 0.00321144611, 0.00216657063, 0.00137189368, 0.00085675146, 0.000524846022,
       0.00031269365, 0.000178507791, 9.55621217e-05, 7.78465546e-05});
  planes::are_close(1e-6, planes_from(13, 6, 64, 500000, bands(32, 8192, 1, 4)),
                    {0.00483942125, 0.00321144611, 0.00129054801, 0.000429556705, 9.70828623e-05,
                     1.94616387e-05});
}

// Hugging Face with other bands (2 and 8, 512 tokens, factor 8), and a tiny model of 64 tokens.
TEST_CASE("llama3_scaling gives Hugging Face's values for other bands",
          "[llama3_scaling][hidden]") {
  planes::are_close(
      1e-6, planes_from(3, 6, 32, 10000, bands(8, 512, 2, 8)),
      {0.177827939, 0.100000001, 0.0282067824, 0.00661310693, 0.00222284929, 0.00124999997});
  planes::are_close(1e-6, planes_from(0, 8, 16, 10000, bands(4, 64, 1, 4)),
                    {1, 0.254647911, 0.0254647899, 0.00790569466, 0.00249999994, 0.000790569466,
                     0.000250000012, 7.90569466e-05});
}

TEST_CASE("llama3_scaling agrees with the reference", "[llama3_scaling][hidden]") {
  const int head_dim = GENERATE(2, 6, 80, 128, 256);
  const int trained_length = GENERATE(1, 48, 8192, 1999999999);
  const double factor = GENERATE(1.0, 2.7, 32.0);
  const double low = GENERATE(0.3, 1.0), high = GENERATE(4.0, 100.0);
  const auto frequencies = reference::rope_frequencies(head_dim, 500000);
  planes::are_close(1e-12,
                    lm::llama3_scaling(frequencies, bands(factor, trained_length, low, high)),
                    reference::llama3_scaling(frequencies, factor, trained_length, low, high));
}

TEST_CASE("llama3_scaling leaves the frequencies unchanged", "[llama3_scaling][hidden]") {
  std::vector<double> frequencies = {0.9, 0.021, 0.0005};
  const auto before = frequencies;
  lm::llama3_scaling(frequencies, bands(8, 512, 1, 4));
  unchanged(before, frequencies);
}

TEST_CASE("llama3_scaling refuses numbers out of range", "[llama3_scaling][hidden][errors]") {
  const std::vector<double> f = {1, 0.1};
  throws_with("llama3_scaling: factor is 0.5",
              [&] { lm::llama3_scaling(f, bands(0.5, 8192, 1, 4)); });
  throws_with("original_max_seq_len 0", [&] { lm::llama3_scaling(f, bands(8, 0, 1, 4)); });
  throws_with("original_max_seq_len -1", [&] { lm::llama3_scaling(f, bands(8, -1, 1, 4)); });
  throws_with("llama3_scaling", [&] { lm::llama3_scaling(f, bands(8, 8192, -1, 4)); });
  throws_with("llama3_scaling", [&] { lm::llama3_scaling(f, bands(8, 8192, -4, -1)); });
  throws_with("llama3_scaling", [&] { lm::llama3_scaling({}, bands(8, 8192, 2, 1)); });
}

// Hugging Face computes frequencies in float32.
TEST_CASE("llama3_scaling agrees with the conformance data", "[llama3_scaling][conformance]") {
  for (const auto& golden : kit::golden_cases("inv_freq")) {
    if (golden.word("type") != "llama3") continue;
    const auto frequencies =
        reference::rope_frequencies(golden.integer("head_dim"), golden.number("theta"));
    const auto scaling =
        bands(golden.number("factor"), golden.integer("original_max_position_embeddings"),
              golden.number("low_freq_factor"), golden.number("high_freq_factor"));
    planes::are_close(1e-6, lm::llama3_scaling(frequencies, scaling),
                      golden.tensor("inv_freq").values);
  }
}
