#include "reference/llama3_scaling.hpp"

#include <cmath>

std::vector<double> reference::llama3_scaling(std::span<const double> frequencies, double factor,
                                              int original_max_seq_len, double low_freq_factor,
                                              double high_freq_factor) {
  const double longest_kept = original_max_seq_len / high_freq_factor;
  const double shortest_slowed = original_max_seq_len / low_freq_factor;
  std::vector<double> scaled(frequencies.begin(), frequencies.end());
  for (double& frequency : scaled) {
    const double wavelength = 2 * std::acos(-1.0) / frequency;
    if (wavelength <= longest_kept) continue;
    double kept = 0;
    if (wavelength < shortest_slowed) {
      kept = original_max_seq_len / wavelength - low_freq_factor;
      kept /= high_freq_factor - low_freq_factor;
    }
    frequency *= kept + (1 - kept) / factor;
  }
  return scaled;
}
