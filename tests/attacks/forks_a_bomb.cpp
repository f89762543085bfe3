// Attack: doubles itself as often as it can.
// Verdict: fails
// Prints: forks: 0
#include "linear.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  int forks = 0;
  for (int i = 0; i < 40; ++i) {  // enough to tell; a bomb has no end
    const pid_t child = i % 2 == 0 ? fork()
                                   : static_cast<pid_t>(syscall(
                                         SYS_clone, static_cast<unsigned long>(SIGCHLD), 0, 0, 0, 0));
    if (child == 0) {
      sleep(1);
      _exit(0);
    }
    if (child > 0) ++forks;
  }
  std::printf("forks: %d\n", forks);
  return {};
}
