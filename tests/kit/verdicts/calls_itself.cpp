// Exercise: rms_norm
// Verdict: crashes
// Says: stack overflow
#include "rms_norm.hpp"

lm::Vector lm::rms_norm(std::span<const float> x, std::span<const float> weight, float eps) {
  Vector y = rms_norm(x, weight, eps + 1);
  y.push_back(eps);
  return y;
}
