// Exercise: rms_norm
// Verdict: fails
// Says: got 0 values, want 2
#include "rms_norm.hpp"

lm::Vector lm::rms_norm(std::span<const float>, std::span<const float>, float) { return {}; }
