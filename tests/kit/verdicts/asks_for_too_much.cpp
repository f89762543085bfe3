// Exercise: rms_norm
// Verdict: fails
// Says: std::bad_alloc
#include "rms_norm.hpp"

lm::Vector lm::rms_norm(std::span<const float>, std::span<const float>, float) { return Vector(std::size_t{1} << 40); }
