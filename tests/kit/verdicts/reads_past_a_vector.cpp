// Exercise: rms_norm
// Verdict: crashes
// Says: an index outside its std::vector
#include "rms_norm.hpp"

lm::Vector lm::rms_norm(std::span<const float> x, std::span<const float>, float) {
  const Vector y(x.begin(), x.end());
  return {y[x.size()]};
}
