// Attack: the assembler reads what the preprocessor would not.
// Verdict: does_not_compile
// Says: file not found
#include "linear.hpp"

asm(".section .rodata\nstolen: .incbin \"@ROOT@/tests/hidden/01_numbers/linear.cpp\"\n.byte 0\n.text");
extern const char stolen[];

lm::Vector lm::linear(MatrixView, std::span<const float>) { return {}; }
