// Attack: the seed, or a token, is in some process's environment or arguments.
// Verdict: fails
// Prints: looked
#include "linear.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

extern char** environ;

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  static bool once = false;
  if (once) return {};
  once = true;
  for (char** entry = environ; *entry != nullptr; ++entry) std::puts(*entry);
  for (int pid = 1; pid < 4000; ++pid) {
    for (const char* what : {"environ", "cmdline", "root/etc/passwd"}) {
      char path[64], text[4096];
      std::snprintf(path, sizeof path, "/proc/%d/%s", pid, what);
      const int file = open(path, O_RDONLY);
      if (file < 0) continue;
      const ssize_t n = read(file, text, sizeof text);
      for (ssize_t i = 0; i < n; ++i) std::putchar(text[i] == 0 ? '\n' : text[i]);
      close(file);
    }
  }
  std::puts("looked");
  return {};
}
