#pragma once
// The time that the code behind the sockets takes in a test program: yours beside the model's.
#include <atomic>
#include <chrono>

namespace kit {

/// Runs while it lives; of nested ones (a part that calls another) only the outermost counts.
class Stopwatch {
 public:
  Stopwatch() {
    if (depth++ == 0) start = std::chrono::steady_clock::now();
  }
  Stopwatch(const Stopwatch&) = delete;
  ~Stopwatch() {
    if (--depth == 0) {
      const auto taken = std::chrono::steady_clock::now() - start;
      total += std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count();
    }
  }

  static double seconds() { return 1e-9 * static_cast<double>(total); }

 private:
  inline static thread_local int depth = 0;
  inline static thread_local std::chrono::steady_clock::time_point start;
  inline static std::atomic<long long> total{0};  // nanoseconds
};

}  // namespace kit
