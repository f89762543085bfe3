#pragma once
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace kit {

struct Command {
  std::vector<std::string> arguments;  // the program first; looked up in PATH
  std::filesystem::path folder;        // where it runs; empty: here
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  double seconds = 0;                                            // time limit; 0: none
  std::size_t kept_output = 64 << 10;  // bytes; what comes after is counted and dropped
  enum class Error { captured, inherited, dropped };
  Error error = Error::captured;  // where standard error goes: with the output, where ours goes
  std::function<void(std::string_view)> on_output;  // sees the output as it comes
  std::stop_token stop;  // asks for the end of work that nobody waits for any more
};

/// What run() throws once it was asked to stop and the program is gone.
struct Stopped {};

struct Ended {
  int exit_code = -1;  // if it exited
  int signal = 0;      // if a signal ended it
  bool timed_out = false;
  std::string output;  // standard output and error together, up to kept_output
  bool output_cut = false;
  double seconds = 0;
  bool ok() const { return exit_code == 0; }
};

/// A pipe whose ends no child inherits and nobody waits at; throws std::system_error.
void open_pipe(int (&ends)[2]);

/// Runs a program to its end. Nothing of its process group is left behind. Throws std::system_error
/// if the machine has no process or pipe left for it.
Ended run(const Command& command);

/// For names of files that are still being written: nobody else has it, on this machine or on
/// another that shares the folder.
std::string own_suffix();

/// From now on SIGINT, SIGTERM and SIGHUP end the programs that run() has started, which are not in
/// the terminal's own process group, and then this one with that exit code.
void end_with_children(int exit_code);

/// From now on what loses its parent below us is ours, and run() clears it away. A container often
/// has no init that would, and what has ended counts among a user's processes until somebody does.
void adopt_orphans();

}  // namespace kit
