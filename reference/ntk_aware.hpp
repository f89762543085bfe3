#pragma once

namespace reference {

/// The base whose slowest plane, rope_theta^(-(head_dim - 2) / head_dim), is slower by factor:
/// solved for the base by logarithms.
double ntk_aware_base(int head_dim, double rope_theta, double factor);

/// The same for the factor 1 + factor · (seq_len - original_len) / original_len, which is 1 at the
/// trained length.
double dynamic_ntk_base(int head_dim, double rope_theta, double factor, int seq_len,
                        int original_len);

}  // namespace reference
