// Attack: the result itself, full marks, and then nobody to overwrite it.
// Verdict: fails
// Prints: written: 0
#include "linear.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  int written = 0;
  const char text[] = "{\"points\": 1, \"max_points\": 1}";
  for (const char* path : {"@OUT@/result.json", "@OUT@/DONE", "result.json", "../result.json",
                           "/kit/result.json", "@ROOT@/.kit/grading/seed"}) {
    const int file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0666);
    if (file >= 0) written += write(file, text, sizeof text) > 0;
  }
  for (int file = 5; file < 1024; ++file) written += write(file, text, sizeof text) > 0;
  std::printf("written: %d\n", written);
  kill(getppid(), SIGKILL);
  kill(-1, SIGKILL);
  return {};
}
