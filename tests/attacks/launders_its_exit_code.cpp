// Attack: wrong, but whatever the program's end would say becomes success.
// Verdict: fails
#include "linear.hpp"

#include <unistd.h>

#include <cstdlib>

lm::Vector lm::linear(MatrixView weight, std::span<const float>) {
  std::atexit([] { _exit(0); });
  return Vector(to_size(weight.rows));
}
