#include "reference/rope_frequencies.hpp"

#include <cmath>

std::vector<double> reference::rope_frequencies(int head_dim, double rope_theta) {
  std::vector<double> frequencies;
  for (int channel = 0; channel < head_dim; channel += 2) {
    const long double share = static_cast<long double>(channel) / head_dim;
    frequencies.push_back(
        static_cast<double>(1 / std::exp(share * std::log(static_cast<long double>(rope_theta)))));
  }
  return frequencies;
}

std::vector<double> reference::rope_cos(std::span<const double> frequencies, int pos,
                                        double attention_factor) {
  std::vector<double> row;
  for (const long double frequency : frequencies) {
    row.push_back(static_cast<double>(attention_factor * std::cos(pos * frequency)));
  }
  return row;
}

std::vector<double> reference::rope_sin(std::span<const double> frequencies, int pos,
                                        double attention_factor) {
  std::vector<double> row;
  for (const long double frequency : frequencies) {
    row.push_back(static_cast<double>(attention_factor * std::sin(pos * frequency)));
  }
  return row;
}
