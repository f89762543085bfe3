// Attack: calls back a function that was no argument.
// Verdict: crashes
// Says: the code answered in the tests' stead
#include "linear.hpp"

#include <unistd.h>

#include <cstdint>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  const std::uint32_t frame[] = {3, 0x41414141, 0, 0};
  if (write(4, frame, sizeof frame) < 0) return {};
  for (;;) pause();
}
