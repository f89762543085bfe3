// Attack: a static object takes over the conversation with the tests: "ready", and an answer to each
// question.
// Verdict: fails crashes
#include "linear.hpp"

#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace {
struct Speaker {
  static void say(std::uint32_t kind, const std::vector<char>& bytes) {
    char head[16] = {};
    const std::uint64_t size = bytes.size();
    std::memcpy(head, &kind, 4);
    std::memcpy(head + 8, &size, 8);
    if (write(4, head, 16) < 0 || write(4, bytes.data(), bytes.size()) < 0) _exit(0);
  }
  Speaker() {
    say(1, std::vector<char>(16));  // ready: no error, nothing missing
    static char question[1 << 20];
    while (read(3, question, sizeof question) > 0) {
      say(4, std::vector<char>(1 + 8 + 8));  // returned an empty vector, changed nothing
    }
    _exit(0);
  }
} speaker;
}  // namespace

lm::Vector lm::linear(MatrixView, std::span<const float>) { return {}; }
