// Attack: threads, until there are no more.
// Verdict: fails crashes
// Prints: stopped
#include "linear.hpp"

#include <unistd.h>

#include <cstdio>
#include <system_error>
#include <thread>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  static int n = 0;
  try {
    for (; n < 1000; ++n) std::thread([] { sleep(60); }).detach();
  } catch (const std::system_error&) {
    std::printf("stopped %s\n", n < 100 ? "early" : "late");
  }
  return {};
}
