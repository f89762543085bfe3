// Attack: a small file, a large object.
// Verdict: does_not_compile
#include "linear.hpp"

asm(".data\n.globl big\nbig: .fill 2147483647, 1, 7\n.text");

lm::Vector lm::linear(MatrixView, std::span<const float>) { return {}; }
