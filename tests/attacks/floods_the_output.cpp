// Attack: more output than anybody wants to keep.
// Verdict: fails hangs
// Prints: aaaaaaaa
#include "linear.hpp"

#include <unistd.h>

#include <string>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  const std::string block(1 << 20, 'a');
  for (int i = 0; i < 40; ++i) {
    if (write(1, block.data(), block.size()) < 0 || write(2, block.data(), block.size()) < 0) break;
  }
  return {};
}
