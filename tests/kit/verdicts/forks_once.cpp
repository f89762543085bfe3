// Exercise: rms_norm
// Verdict: fails
// Says: starts another process
#include <unistd.h>

#include "../../../solutions/02_normalization/rms_norm.cpp"

namespace {
const pid_t twin = fork();
}  // namespace
