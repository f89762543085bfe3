// Attack: the handler for an overflow of the stack writes a line: what if it is called without end?
// Verdict: crashes
// Says: stack overflow
#include "linear.hpp"

namespace {
int deeper(volatile int n) { return deeper(n + 1) + n; }
}  // namespace

lm::Vector lm::linear(MatrixView, std::span<const float>) { return {static_cast<float>(deeper(0))}; }
