// Belief: The share, from 0 at low to 1 at high, says how much of a plane is divided.
// Truth: It says how much stays: fast planes, with a share of 1, stay as they are, and the slow
//   ones are divided.
// Kind: value
// Caught by: llama3_scaling worked example: five planes; llama3_scaling worked example: three
//   wavelengths
#include "llama3_scaling.hpp"

#include <algorithm>
#include <numbers>

#include "common/check.hpp"

std::vector<double> lm::llama3_scaling(std::span<const double> frequencies,
                                       const RopeScaling& scaling) {
  const double low = scaling.low_freq_factor;
  const double high = scaling.high_freq_factor;
  kit::require(scaling.factor >= 1.0 && scaling.original_max_seq_len >= 1,
               "llama3_scaling: factor is ", scaling.factor, ", original_max_seq_len ",
               scaling.original_max_seq_len, "; both need to be at least 1");
  kit::require(0.0 < low && low < high, "llama3_scaling: low_freq_factor is ", low,
               ", high_freq_factor ", high, "; 0 < low < high is needed");

  std::vector<double> scaled;
  for (const double frequency : frequencies) {
    const double turns = scaling.original_max_seq_len * frequency / (2.0 * std::numbers::pi);
    const double share = std::clamp((turns - low) / (high - low), 0.0, 1.0);
    scaled.push_back(frequency * (1.0 - share) + frequency / scaling.factor * share);
  }
  return scaled;
}
