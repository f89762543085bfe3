// Exercise: rms_norm
// Verdict: fails
// Says: NaN
#include "rms_norm.hpp"

#include <limits>

lm::Vector lm::rms_norm(std::span<const float> x, std::span<const float>, float) {
  return Vector(x.size(), std::numeric_limits<float>::quiet_NaN());
}
