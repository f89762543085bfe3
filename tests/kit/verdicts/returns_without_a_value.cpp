// Exercise: rms_norm
// Verdict: crashes
// Says: the compiler warns:
// Says: no return statement
#include "rms_norm.hpp"

lm::Vector lm::rms_norm(std::span<const float>, std::span<const float>, float) { }
