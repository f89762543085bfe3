// Attack: no more conversation.
// Verdict: hangs fails crashes
#include "linear.hpp"

#include <unistd.h>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  for (int file = 0; file < 64; ++file) close(file);
  return {};
}
