// Attack: never comes to its first function.
// Verdict: hangs
// Says: before the first test began
#include "linear.hpp"

#include <unistd.h>

namespace {
struct Sleeper {
  Sleeper() {
    for (;;) pause();
  }
} sleeper;
}  // namespace

lm::Vector lm::linear(MatrixView, std::span<const float>) { return {}; }
