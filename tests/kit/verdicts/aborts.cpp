// Exercise: rms_norm
// Verdict: crashes
// Says: abort() was called
#include "rms_norm.hpp"

#include <cstdlib>

lm::Vector lm::rms_norm(std::span<const float>, std::span<const float>, float) { std::abort(); }
