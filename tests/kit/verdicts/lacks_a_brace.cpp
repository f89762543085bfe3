// Exercise: rms_norm
// Verdict: does not compile
// Says: error: expected
// Says: lacks_a_brace.cpp:
#include "rms_norm.hpp"

lm::Vector lm::rms_norm(std::span<const float>, std::span<const float>, float) {
  for (int i = 0; i < 3; ++i) {
  return {};
}
