// Attack: a file without an end.
// Verdict: does_not_compile
#include "linear.hpp"

#include "/dev/zero"
