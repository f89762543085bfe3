// Attack: as many errors as letters, each with hundreds of lines.
// Verdict: does_not_compile
#include "linear.hpp"

#define E4(x) x x x x
#define E64(x) E4(E4(E4(x)))
#define E4096(x) E64(E64(x))

void f() { E4096(undeclared_name->no::such<thing>();) }
