#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "common/kinds.hpp"

namespace lm {

/// Normalizes a row that is stored in 16 bits, the way LLaMA does it:
///     widen x; scale = 1 / sqrt(mean(x²) + eps) in float32; round x * scale to 16 bits;
///     multiply by weight, and round that product to 16 bits again
///
/// x       (hidden_size)  bits of one token's row, in the format of dtype
/// weight  (hidden_size)  bits of the gains, in the same format
/// eps     > 0            added to the mean square, under the root
/// dtype   Dtype::f16 or Dtype::bf16
/// returns (hidden_size)  bits, in the same format
///
/// Nothing is squared or summed in 16 bits: 300² does not fit a half, and 256 + 1 is 256 in bf16.
/// Throws std::invalid_argument if x is empty, if the sizes differ, if eps is not above 0, or if
/// dtype is another.
/// Source: the order of casts in Meta's LLaMA, model.py, RMSNorm.
std::vector<std::uint16_t> norm_upcast(std::span<const std::uint16_t> x,
                                       std::span<const std::uint16_t> weight, float eps,
                                       Dtype dtype);

}  // namespace lm
