// Attack: a static object prints what a passing run prints, and ends the program with success.
// Verdict: fails
// Says: ended with exit code 0 before the first test began
#include "linear.hpp"

#include <unistd.h>

#include <cstdio>

namespace {
struct Pass {
  Pass() {
    std::puts("===============================================================================");
    std::puts("All tests passed (36 assertions in 12 test cases)\n{\"done\": true}");
    std::fflush(stdout);
    _exit(0);
  }
} pass;
}  // namespace

lm::Vector lm::linear(MatrixView, std::span<const float>) { return {}; }
