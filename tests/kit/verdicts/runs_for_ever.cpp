// Exercise: rms_norm
// Verdict: hangs
// Says: still running after 10 seconds
#include "rms_norm.hpp"

lm::Vector lm::rms_norm(std::span<const float>, std::span<const float>, float) {
  for (volatile bool busy = true; busy;) {
  }
  return {};
}
