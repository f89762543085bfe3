// Belief: rope_theta is 10000 where the ramp was made.
// Truth: The ramp follows the base of the model: gpt-oss has 150000.
// Kind: value
// Caught by: yarn worked example: gpt-oss; yarn agrees with the reference
#include "yarn.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "common/check.hpp"

std::vector<double> lm::yarn_frequencies(int head_dim, double rope_theta,
                                         const RopeScaling& scaling) {
  kit::require(head_dim >= 2 && head_dim % 2 == 0, "yarn_frequencies: head_dim is ", head_dim,
               ", an even number is needed");
  kit::require(rope_theta > 1.0, "yarn_frequencies: rope_theta is ", rope_theta,
               ", it needs to be above 1");
  kit::require(scaling.factor >= 1.0 && scaling.original_max_seq_len >= 1 &&
                   scaling.beta_fast > 0.0 && scaling.beta_slow > 0.0,
               "yarn_frequencies: factor is ", scaling.factor, ", original_max_seq_len ",
               scaling.original_max_seq_len, "; both need to be at least 1, the betas above 0");

  const auto plane = [&](double turns) {
    const double frequency = 2.0 * std::numbers::pi * turns / scaling.original_max_seq_len;
    return -head_dim * std::log(frequency) / (2.0 * std::log(10000.0));
  };
  double low = plane(scaling.beta_fast);
  double high = plane(scaling.beta_slow);
  if (scaling.truncate) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  low = std::max(low, 0.0);
  high = std::min(high, head_dim - 1.0);
  if (low == high) high += 0.001;

  std::vector<double> frequencies;
  for (int i = 0; i < head_dim / 2; ++i) {
    const double ramp = std::clamp((i - low) / (high - low), 0.0, 1.0);
    const double frequency = std::pow(rope_theta, -2.0 * i / head_dim);
    frequencies.push_back(frequency * (1.0 - ramp) + frequency / scaling.factor * ramp);
  }
  return frequencies;
}

double lm::yarn_attention_factor(const RopeScaling& scaling) {
  kit::require(scaling.factor >= 1.0, "yarn_attention_factor: factor is ", scaling.factor,
               ", at least 1 is needed");
  if (scaling.attention_factor) return *scaling.attention_factor;

  const auto growth = [&](double mscale) { return 0.1 * mscale * std::log(scaling.factor) + 1.0; };
  if (scaling.mscale && scaling.mscale_all_dim) {
    return growth(*scaling.mscale) / growth(*scaling.mscale_all_dim);
  }
  return growth(1.0);
}
