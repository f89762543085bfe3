// Exercise: rms_norm
// Verdict: crashes
// Says: a whole number divided by zero
#include "rms_norm.hpp"

lm::Vector lm::rms_norm(std::span<const float> x, std::span<const float> weight, float) {
  return Vector(x.size() / (x.size() - weight.size()));
}
