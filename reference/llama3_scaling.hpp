#pragma once
#include <span>
#include <vector>

namespace reference {

/// Told by wavelengths, as the first published code has it: short ones stay, long ones are
/// stretched by factor, and those between are blended.
std::vector<double> llama3_scaling(std::span<const double> frequencies, double factor,
                                   int original_max_seq_len, double low_freq_factor,
                                   double high_freq_factor);

}  // namespace reference
