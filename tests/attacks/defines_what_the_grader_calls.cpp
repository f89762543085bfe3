// Attack: functions of libc and of the grader, were they linked into one program.
// Verdict: fails
#include "linear.hpp"

#include <sys/types.h>

#include <cstddef>
#include <cstdlib>

extern "C" {
int memcmp(const void*, const void*, std::size_t) noexcept { return 0; }
ssize_t writev(int, const void*, int) { return 0; }
void abort() noexcept { std::_Exit(0); }
}
namespace kit::record {
bool all_ok() { return true; }
void done() {}
}  // namespace kit::record
bool operator==(const lm::Vector&, const lm::Vector&) { return true; }

lm::Vector lm::linear(MatrixView weight, std::span<const float>) {
  return Vector(to_size(weight.rows));
}
