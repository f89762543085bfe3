// Attack: a program that ends with success.
// Verdict: fails
// Prints: still here
#include "linear.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  execl("/usr/bin/true", "true", nullptr);
  execl("/bin/sh", "sh", "-c", "exit 0", nullptr);
  if (std::system("true") == 0) std::puts("system works");
  std::puts("still here");
  return {};
}
