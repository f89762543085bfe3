#pragma once

namespace kit {

/// From now on this process may compute, allocate, read files and start threads, and nothing else:
/// no other process, no network, no new file. Ends the process if that cannot be had.
void confine_worker();

/// Writes what a compiler may not do, as a program for the kernel that bwrap reads, to this file.
void write_compiler_filter(int file);

}  // namespace kit
