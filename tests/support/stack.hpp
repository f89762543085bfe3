#pragma once

namespace kit {

/// From now on a stack that overflows is told from other bad addresses: `on_overflow` is called, in
/// a signal handler, before the signal ends the program.
void watch_the_stack(void (*on_overflow)());

}  // namespace kit
