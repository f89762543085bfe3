// Exercise: rms_norm
// Verdict: does not compile
// Says: error: 
// Says: another_signature.cpp:
#include "rms_norm.hpp"

lm::Vector lm::rms_norm(std::span<const float> x, float) { return {x.begin(), x.end()}; }
