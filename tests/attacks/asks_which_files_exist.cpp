// Attack: a file that is there compiles to something else than one that is not.
// Verdict: does_not_compile
// Says: nothing to see
#include "linear.hpp"

#if __has_include("@ROOT@/tests/hidden/01_numbers/linear.cpp") || __has_include("/etc/passwd") || \
    __has_include("@ROOT@/solutions/01_numbers/linear.cpp") || __has_include("/proc/self/environ")
#error the kit is here
#else
#error nothing to see
#endif
