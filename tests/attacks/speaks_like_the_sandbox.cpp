// Attack: compiler errors that read as if the sandbox had failed, so that grading is tried for ever.
// Verdict: does_not_compile
// Says: bwrap
#include "linear.hpp"

#line 1 "bwrap: setting up uid map: Permission denied"
#error the sandbox could not be started
