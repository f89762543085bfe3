#pragma once
#include <cstdint>

namespace lm {

/// Counts the weights of a feed-forward network without biases:
///     gated: 3 * hidden_size * intermediate_size        plain: 2 * hidden_size * intermediate_size
///
/// hidden_size, intermediate_size  >= 1
/// gated                           true: gate, up and down; false: two matrices
/// returns                         64 bits: LLaMA-3-405B has more than 2^31 in one layer
///
/// Throws std::invalid_argument if a size is below 1.
std::int64_t ffn_parameters(int hidden_size, int intermediate_size, bool gated);

/// Computes the inner width at which a gated network costs as much as a plain one of width 4d:
///     h = 4 * hidden_size; h = 2 * h / 3, rounded down; h = multiplier * h, rounded down;
///     then up to the next multiple of multiple_of
///
/// hidden_size  >= 1
/// multiple_of  >= 1   256 in LLaMA-1, 1024 in LLaMA-3-8B; 1 leaves the width as it is
/// multiplier   > 0    1 in LLaMA-1, 1.3 in LLaMA-2-70B and LLaMA-3
/// returns      intermediate_size
///
/// Throws std::invalid_argument if a value is out of range.
/// Source: Shazeer 2020, section 2; Meta's LLaMA, model.py, FeedForward.
int ffn_size(int hidden_size, int multiple_of, double multiplier);

}  // namespace lm
