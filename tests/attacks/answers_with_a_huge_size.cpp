// Attack: an answer that claims to be larger than all memory.
// Verdict: crashes
// Says: the code answered in the tests' stead
#include "linear.hpp"

#include <unistd.h>

#include <cstdint>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  const std::uint64_t frame[] = {4, ~std::uint64_t{0}};
  if (write(4, frame, sizeof frame) < 0) return {};
  for (;;) pause();
}
