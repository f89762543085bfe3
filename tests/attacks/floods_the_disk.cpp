// Attack: files wherever one can be made.
// Verdict: fails
// Prints: written: 0
#include "linear.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  int written = 0;
  static char block[1 << 20];
  for (const char* path : {"/f", "/tmp/f", "/dev/shm/f", "/kit/f", "/var/tmp/f", "f", "/kit/part.so"}) {
    const int file = open(path, O_CREAT | O_WRONLY, 0600);
    if (file < 0) continue;
    for (int i = 0; i < 64; ++i) written += write(file, block, sizeof block) > 0;
  }
  std::printf("written: %d\n", written);
  return {};
}
