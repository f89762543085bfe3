// What can code under test do? Compiled and loaded like a student's file, it tries what it must not
// be able to do, and what it must, and prints a line for each. `./kit doctor --grading` runs it.
// KIT_ROOT and KIT_HIDDEN are defined in front of it: the kit and a hidden test, not to be found.
#include "linear.hpp"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#if __has_include(KIT_HIDDEN) || __has_include("/etc/passwd")
constexpr bool compiler_sees_files = true;
#else
constexpr bool compiler_sees_files = false;
#endif

namespace {

void must_not(bool possible, const char* what) {
  std::printf("%s: to %s\n", possible ? "possible" : "denied", what);
}
/// What an honest part needs, so that a sandbox in which nothing works is found out, too.
void must(bool possible, const char* what) {
  if (!possible) std::printf("possible: to do nothing, not even %s\n", what);
}

bool opens(const char* path, int flags) {
  const int file = open(path, flags, 0600);
  if (file >= 0) close(file);
  return file >= 0;
}

bool reaches(int family, int type) {
  const int made = socket(family, type, 0);
  if (made >= 0) close(made);
  return made >= 0;
}

bool makes_processes() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, nullptr, 0);
  return child > 0;
}

/// Processes besides this one and the sandbox's own first.
int others() {
  int n = 0;
  DIR* const proc = opendir("/proc");
  if (proc == nullptr) return 0;
  for (const dirent* entry; (entry = readdir(proc)) != nullptr;) {
    const int pid = std::atoi(entry->d_name);
    if (pid > 1 && pid != getpid()) ++n;
  }
  closedir(proc);
  return n;
}

int open_files() {
  int n = 0;
  struct stat status;
  for (int file = 5; file < 1024; ++file) n += fstat(file, &status) == 0;
  return n;
}

bool allocates(std::size_t megabytes) {
  void* const memory = std::malloc(megabytes << 20);
  std::free(memory);
  return memory != nullptr;
}

bool starts_threads() {
  int answer = 0;
  std::thread([&] { answer = 42; }).join();
  return answer == 42;
}

struct Probe {
  Probe() {
    setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    must(starts_threads(), "start a thread");
    must(allocates(256), "allocate 256 MB");

    must_not(compiler_sees_files, "include files of this machine");
    must_not(opens(KIT_ROOT, O_RDONLY) ||
                 opens(KIT_HIDDEN, O_RDONLY),
             "read the kit");
    must_not(opens("/etc/passwd", O_RDONLY) || opens("/etc/shadow", O_RDONLY), "read /etc");
    must_not(opens("/home", O_RDONLY) || opens("/root", O_RDONLY), "read homes");
    for (const char* path : {"/x", "/tmp/x", "/dev/shm/x", "/kit/x", "/usr/x", "/proc/self/x"}) {
      must_not(opens(path, O_CREAT | O_WRONLY), (std::string("create ") + path).c_str());
    }
    must_not(opens("/kit/part.so", O_WRONLY), "change the part");
    must_not(mkdir("/d", 0700) == 0, "make a folder");
    must_not(others() > 0, "see other processes");
    must_not(open_files() > 0, "use open files of the grader");
    must_not(clearenv() != 0 || std::getenv("KIT_SEED") != nullptr, "read the seed");

    must_not(reaches(AF_INET, SOCK_STREAM) || reaches(AF_INET6, SOCK_DGRAM), "use the network");
    must_not(reaches(AF_UNIX, SOCK_STREAM) || reaches(AF_NETLINK, SOCK_RAW), "make sockets");
    must_not(makes_processes(), "start processes");
    must_not(vfork_works(), "start processes by vfork");
    must_not(ptrace(PTRACE_TRACEME, 0, 0, 0) == 0, "trace");
    must_not(kill(1, 0) == 0 || kill(getppid(), 0) == 0, "send signals to others");
    must_not(unshare(CLONE_NEWUSER) == 0, "make namespaces");
    must_not(mount("none", "/", "tmpfs", 0, nullptr) == 0, "mount");
    must_not(setuid(0) == 0 && getuid() == 0, "become root");
    must_not(syscall(SYS_memfd_create, "x", 0u) >= 0, "make files in memory");
#ifdef SYS_io_uring_setup
    char parameters[256] = {};
    must_not(syscall(SYS_io_uring_setup, 1, parameters) >= 0, "use io_uring");
#endif
    must_not(syscall(SYS_bpf, 0, nullptr, 0) >= 0 || errno_is_not_denied(), "use bpf");
    must_not(allocates(8192), "allocate 8 GB");
    execl("/usr/bin/true", "true", nullptr);  // comes back only if it is denied
    must_not(false, "run other programs");
    std::puts("probe done");
    std::fflush(stdout);
  }

  static bool vfork_works() {
    const long child = syscall(SYS_clone, static_cast<unsigned long>(SIGCHLD), 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return child > 0;
  }
  static bool errno_is_not_denied() { return errno != EPERM; }
} probe;

}  // namespace

lm::Vector lm::linear(MatrixView, std::span<const float>) { return {}; }
