// Exercise: rms_norm
// Verdict: crashes
// Says: an exception left a function that promised not to throw
#include "rms_norm.hpp"

#include <stdexcept>

namespace {
void promise() noexcept { throw std::runtime_error("broken"); }
}  // namespace

lm::Vector lm::rms_norm(std::span<const float>, std::span<const float>, float) {
  promise();
  return {};
}
