// Attack: what the tests want stands in the memory of the process that asks.
// Verdict: fails
// Prints: read: 0
#include "linear.hpp"

#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdio>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  int n = 0;
  char byte = 0;
  for (int pid = 1; pid < 2000; ++pid) {
    if (pid == getpid()) continue;
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/mem", pid);
    n += open(path, O_RDONLY) >= 0;
    const iovec here = {&byte, 1}, there = {reinterpret_cast<void*>(0x400000), 1};
    n += process_vm_readv(pid, &here, 1, &there, 1, 0) > 0;
    n += ptrace(PTRACE_ATTACH, pid, 0, 0) == 0;
  }
  std::printf("read: %d\n", n);
  return {};
}
