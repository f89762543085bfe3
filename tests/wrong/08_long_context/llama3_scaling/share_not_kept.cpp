// Belief: The blend is a straight line, and one line serves all planes.
// Truth: It is straight between low and high alone. Beyond them the share stays 0 or 1, or fast
//   planes get faster than they were, and the slowest may turn backwards.
// Kind: value
// Caught by: llama3_scaling worked example: five planes; llama3_scaling worked example: three
//   wavelengths
#include "llama3_scaling.hpp"

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
    const double share = (turns - low) / (high - low);
    scaled.push_back(frequency * share + frequency / scaling.factor * (1.0 - share));
  }
  return scaled;
}
