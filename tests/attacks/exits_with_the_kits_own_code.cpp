// Attack: the exit code by which the kit says that it is broken itself, so that nobody blames this.
// Verdict: fails
// Says: ended with exit code 5
#include "linear.hpp"

#include <unistd.h>

lm::Vector lm::linear(MatrixView, std::span<const float>) { _exit(5); }
