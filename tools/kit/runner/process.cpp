#include "runner/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <random>
#include <system_error>

namespace kit {
namespace {

[[noreturn]] void become(const Command& command, int output) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // whoever ends the kit ends what it started
#endif
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  fcntl(output, F_SETFL, 0);  // the program's writes wait for us, as it expects
  dup2(output, STDOUT_FILENO);
  if (command.error == Command::Error::captured) dup2(output, STDERR_FILENO);
  if (command.error == Command::Error::dropped) dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (!command.folder.empty() && chdir(command.folder.c_str()) != 0) _exit(127);
  for (const auto& [name, value] : command.environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& argument : command.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  const char* const why = std::strerror(errno);
  for (const char* words : {command.arguments[0].c_str(), ": ", why, "\n"}) {
    if (write(STDERR_FILENO, words, std::strlen(words)) < 0) break;
  }
  _exit(127);
}

/// A child has our signal handlers until it is another program, and they know our other children
/// and write into our pipes. So it keeps signals waiting, and then takes them like any program.
/// Returns what fork() returns.
pid_t start(const Command& command, int output) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  const pid_t child = fork();
  if (child == 0) {
    for (const int number : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH}) {
      signal(number, SIG_DFL);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    become(command, output);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return child;
}

/// The process groups that are running, for the signal handler.
std::array<std::atomic<pid_t>, 1024> running;
int exit_code_of_signals = 1;

bool adopts_orphans = false;
std::mutex of_children;  // a child is not yet in `running` when it begins

/// Takes note of the end of those that are nobody's any more. A child of ours that has ended and
/// not yet been waited for stands in the way of others for a moment.
void bury_orphans() {
  if (!adopts_orphans) return;
  const std::lock_guard lock(of_children);
  for (siginfo_t ended = {}; waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0;) {
    const pid_t pid = ended.si_pid;
    const auto is_it = [&](const std::atomic<pid_t>& slot) { return slot == pid; };
    if (pid == 0 || std::ranges::any_of(running, is_it)) return;
    waitpid(pid, nullptr, WNOHANG);
    ended = {};
  }
}

struct Running {
  explicit Running(pid_t child_) : child(child_) {
    for (std::atomic<pid_t>& slot : running) {
      pid_t empty = 0;
      if (slot.compare_exchange_strong(empty, child)) return;
    }
  }
  ~Running() {
    for (std::atomic<pid_t>& slot : running) {
      pid_t mine = child;
      if (slot.compare_exchange_strong(mine, 0)) return;
    }
  }
  pid_t child;
};

void on_ending_signal(int) {
  for (const std::atomic<pid_t>& slot : running) {
    if (const pid_t child = slot; child != 0) kill(-child, SIGTERM);
  }
  _exit(exit_code_of_signals);
}

/// Ends a program that nobody waits for any more. It is asked first: ninja then stops its compilers
/// and removes what they have half written.
void put_down(pid_t child) {
  kill(-child, SIGTERM);
  for (int i = 0; i < 200; ++i) {
    if (waitpid(child, nullptr, WNOHANG) == child) return;
    usleep(10'000);
  }
  kill(-child, SIGKILL);
  waitpid(child, nullptr, 0);
}

}  // namespace

void open_pipe(int (&ends)[2]) {
  if (pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  for (const int end : ends) {
    fcntl(end, F_SETFD, FD_CLOEXEC);
    fcntl(end, F_SETFL, O_NONBLOCK);
  }
}

std::string own_suffix() {
  static const std::uint32_t mine = std::random_device()();
  return std::to_string(getpid()) + "." + std::to_string(mine);
}

void end_with_children(int exit_code) {
  exit_code_of_signals = exit_code;
  struct sigaction action = {};
  action.sa_handler = on_ending_signal;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

void adopt_orphans() {
#ifdef __linux__
  adopts_orphans = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
#endif
}

Ended run(const Command& command) {
  using Clock = std::chrono::steady_clock;
  const auto begun = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begun).count(); };
  Ended ended;

  int pipe_ends[2];
  open_pipe(pipe_ends);
  bury_orphans();
  std::unique_lock lock(of_children);
  const pid_t child = start(command, pipe_ends[1]);
  if (child < 0) {
    const int why = errno;
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    throw std::system_error(why, std::generic_category(), "cannot start " + command.arguments[0]);
  }
  const Running registered(child);
  lock.unlock();
  setpgid(child, child);  // both sides, so that neither has to be first
  close(pipe_ends[1]);

  char buffer[1 << 16];
  bool open_end = true, exited = false;
  int status = 0;
  while (!exited) {
    // The pipe may stay open in a grandchild, and the child may run on with the pipe closed:
    // look at both, at least every 20 ms.
    pollfd wait = {open_end ? pipe_ends[0] : -1, POLLIN, 0};
    poll(&wait, 1, open_end ? 20 : 5);
    if (wait.revents != 0) {
      const ssize_t size = read(pipe_ends[0], buffer, sizeof buffer);
      if (size < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      if (size <= 0) {
        open_end = false;
      } else {
        const std::string_view text(buffer, static_cast<std::size_t>(size));
        if (command.on_output) command.on_output(text);
        const std::size_t room = command.kept_output - ended.output.size();
        ended.output += text.substr(0, room);
        ended.output_cut = ended.output_cut || text.size() > room;
        const bool late = command.seconds > 0 && elapsed() > command.seconds;
        if (!late && !command.stop.stop_requested()) continue;
      }
    }
    exited = waitpid(child, &status, WNOHANG) == child;
    if (!exited && command.stop.stop_requested()) {
      close(pipe_ends[0]);
      put_down(child);
      throw Stopped{};
    }
    if (!exited && command.seconds > 0 && elapsed() > command.seconds) {
      ended.timed_out = true;
      kill(-child, SIGKILL);
      waitpid(child, &status, 0);
      exited = true;
    }
  }
  kill(-child, SIGKILL);            // what the child may have started
  if (open_end) {                   // what it wrote just before it ended
    for (int i = 0; i < 64; ++i) {  // a daemon of its could write for ever
      const ssize_t size = read(pipe_ends[0], buffer, sizeof buffer);
      if (size <= 0) break;
      const std::string_view text(buffer, static_cast<std::size_t>(size));
      if (command.on_output) command.on_output(text);
      ended.output += text.substr(0, command.kept_output - ended.output.size());
    }
  }
  close(pipe_ends[0]);
  ended.seconds = elapsed();
  if (WIFEXITED(status)) ended.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  return ended;
}

}  // namespace kit
