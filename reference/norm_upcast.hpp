#pragma once
#include <span>
#include <vector>

#include "common/kinds.hpp"

namespace reference {

struct Upcast {
  std::vector<double> values;  // what the 16 bits of the result stand for
  /// Entry i is clear unless x[i]·scale lies so near to the middle of two neighbors that a float32
  /// scale may round it to either.
  std::vector<bool> clear;
};

/// Takes values and rounds them to dtype (f16 or bf16) before it begins: the rows as they are
/// stored. Rounds x·scale, then its product with the weight.
Upcast norm_upcast(std::span<const float> x, std::span<const float> weight, double eps,
                   lm::Dtype dtype);

}  // namespace reference
