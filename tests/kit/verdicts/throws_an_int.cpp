// Exercise: rms_norm
// Verdict: fails
// Says: an exception that is no std::exception
#include "rms_norm.hpp"

lm::Vector lm::rms_norm(std::span<const float>, std::span<const float>, float) { throw 42; }
