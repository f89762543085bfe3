// Exercise: rms_norm
// Verdict: crashes
// Says: an index outside its std::span
#include "rms_norm.hpp"

lm::Vector lm::rms_norm(std::span<const float> x, std::span<const float>, float) {
  return {x[x.size()]};
}
