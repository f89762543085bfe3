// Attack: a vector with more entries than bytes, and "what you gave me has changed, at the end of
// all memory".
// Verdict: crashes
// Says: the code answered in the tests' stead
#include "linear.hpp"

#include <unistd.h>

#include <cstdint>
#include <cstring>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  static int n = 0;
  char frame[16 + 29] = {4};
  const std::uint64_t size = 29, entries = n++ == 0 ? std::uint64_t{1} << 61 : 0, changed = 1;
  const std::uint32_t where = 0xfffffff0;
  std::memcpy(frame + 8, &size, 8);
  std::memcpy(frame + 17, &entries, 8);
  std::memcpy(frame + 25, &changed, 8);
  std::memcpy(frame + 33, &where, 4);
  if (write(4, frame, sizeof frame) < 0) return {};
  for (;;) pause();
}
