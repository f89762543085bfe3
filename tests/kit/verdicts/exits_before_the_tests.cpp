// Exercise: rms_norm
// Verdict: fails
// Says: the program ended with exit code 0
// Says: before the first test began
// A static object that ends the program while the file is being loaded.
#include <unistd.h>

#include "../../../solutions/02_normalization/rms_norm.cpp"

namespace {
struct Escape {
  Escape() { _exit(0); }
} escape;
}  // namespace
