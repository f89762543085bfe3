// Attack: never comes back.
// Verdict: hangs
// Says: still running after 10 seconds
#include "linear.hpp"

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  volatile bool on = true;
  while (on) {
  }
  return {};
}
