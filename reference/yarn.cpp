#include "reference/yarn.hpp"

#include <cmath>

#include "reference/rope_frequencies.hpp"

/// The exponent e with rope_theta^-e = frequency, in planes: there are head_dim / 2 to an exponent
/// of 1.
static double plane_of(long double frequency, int head_dim, long double rope_theta) {
  const long double exponent = -std::log(frequency) / std::log(rope_theta);
  return static_cast<double>(exponent * head_dim / 2);
}

std::vector<double> reference::yarn_ramp(int head_dim, double rope_theta, int original_max_seq_len,
                                         double beta_fast, double beta_slow, bool truncate) {
  const long double one_turn = 2 * std::acos(-1.0L) / original_max_seq_len;
  double low = plane_of(beta_fast * one_turn, head_dim, rope_theta);
  double high = plane_of(beta_slow * one_turn, head_dim, rope_theta);
  if (truncate) low = std::floor(low), high = std::ceil(high);
  if (low < 0) low = 0;
  if (high > head_dim - 1) high = head_dim - 1;
  if (low == high) high = low + 0.001;
  return {low, high};
}

std::vector<double> reference::yarn_frequencies(int head_dim, double rope_theta, double factor,
                                                int original_max_seq_len, double beta_fast,
                                                double beta_slow, bool truncate) {
  const auto ends =
      yarn_ramp(head_dim, rope_theta, original_max_seq_len, beta_fast, beta_slow, truncate);
  std::vector<double> frequencies = rope_frequencies(head_dim, rope_theta);
  double plane = 0;
  for (double& frequency : frequencies) {
    const double way = (plane - ends[0]) / (ends[1] - ends[0]);  // from low, 0, to high, 1
    if (way >= 1) {
      frequency /= factor;
    } else if (way > 0) {
      frequency += way * (frequency / factor - frequency);
    }
    ++plane;
  }
  return frequencies;
}

double reference::yarn_growth(double factor, double m) {
  return 1 + m * std::log(factor) / 10;
}
