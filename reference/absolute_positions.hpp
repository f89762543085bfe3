#pragma once
#include <vector>

namespace reference {

/// Channel c is sin or cos of pos / 10000^(2·floor(c/2) / hidden_size).
std::vector<double> sinusoidal_position(int pos, int hidden_size);

}  // namespace reference
