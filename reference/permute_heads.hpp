#pragma once
#include <vector>

#include "common/kinds.hpp"

namespace reference {

/// Which old row each new row is: the conversion's view(n_heads, 2, head_dim/2) or its inverse,
/// transposed and laid out again.
std::vector<int> permute_heads(int n_rows, int n_heads, lm::RopePairing to);

}  // namespace reference
