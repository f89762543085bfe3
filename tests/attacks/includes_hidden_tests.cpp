// Attack: lets the compiler's messages print the hidden tests.
// Verdict: does_not_compile
// Says: No such file
#include "linear.hpp"

#include "@ROOT@/tests/hidden/01_numbers/linear.cpp"
