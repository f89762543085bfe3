#pragma once
#include <cstdint>

namespace reference {

/// One product for each matrix that is there.
std::int64_t ffn_parameters(int hidden_size, int intermediate_size, bool gated);

/// The published rule in double, its last step by counting up. Exact: every value on the way is far
/// below 2^53.
int ffn_size(int hidden_size, int multiple_of, double multiplier);

}  // namespace reference
