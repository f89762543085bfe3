#include "support/confine.hpp"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace kit {
namespace {

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "seccomp: %s failed\n", what);
  std::exit(5);
}

void rule(scmp_filter_ctx filter, unsigned action, const char* name) {
  const int number = seccomp_syscall_resolve_name(name);
  if (number < 0) return;  // not on this machine, or of a newer kernel: refused as all others
  if (seccomp_rule_add(filter, action, number, 0) != 0) give_up(name);
}

}  // namespace

void confine_worker() {
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (filter == nullptr) give_up("seccomp_init");
  // Memory, threads, clocks; files to read, for the loader and for what a part is linked with.
  for (const char* name :
       {"read", "write", "readv", "writev", "pread64", "close", "fstat", "newfstatat", "stat",
        "lstat", "statx", "lseek", "getdents64", "access", "faccessat", "faccessat2", "readlink",
        "readlinkat", "getcwd", "mmap", "munmap", "mremap", "mprotect", "madvise", "brk", "futex",
        "futex_waitv", "set_robust_list", "get_robust_list", "rseq", "membarrier", "sched_yield",
        "sched_getaffinity", "sched_setaffinity", "sched_getparam", "sched_getscheduler", "getcpu",
        "nanosleep", "clock_nanosleep", "clock_gettime", "clock_getres", "gettimeofday", "time",
        "times", "getrusage", "getrlimit", "sysinfo", "uname", "getpid", "gettid", "getuid",
        "geteuid", "getgid", "getegid", "getrandom", "rt_sigaction", "rt_sigprocmask",
        "rt_sigreturn", "sigaltstack", "restart_syscall", "exit", "exit_group", "poll", "ppoll",
        "dup", "pipe2", "set_tid_address", "arch_prctl"}) {
    rule(filter, SCMP_ACT_ALLOW, name);
  }
  // To open is to read.
  const auto only_reading = SCMP_CMP(2, SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, 0);
  seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1, only_reading);
  // A thread, not a process. The newer call hides its flags; without it libc takes the older one.
  seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                   SCMP_CMP(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
  seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  // abort() and raise() send a signal to oneself; nobody else is in this namespace.
  rule(filter, SCMP_ACT_ALLOW, "tgkill");
  // Limits may be read, by the call that could also set them.
  seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, SCMP_CMP(2, SCMP_CMP_EQ, 0));
  if (seccomp_load(filter) != 0) give_up("seccomp_load");
  seccomp_release(filter);
}

void write_compiler_filter(int file) {
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (filter == nullptr) give_up("seccomp_init");
  for (const char* name :
       {"socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto",
        "sendmsg", "recvfrom", "recvmsg", "ptrace", "process_vm_readv", "process_vm_writev",
        "pidfd_open", "pidfd_getfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "bpf",
        "perf_event_open", "userfaultfd", "mount", "umount2", "move_mount", "fsopen", "open_tree",
        "pivot_root", "chroot", "unshare", "setns", "keyctl", "add_key", "request_key",
        "memfd_create", "kexec_load", "init_module", "finit_module", "delete_module", "reboot",
        "swapon", "swapoff", "acct", "quotactl", "name_to_handle_at", "open_by_handle_at",
        "personality", "syslog"}) {
    rule(filter, SCMP_ACT_ERRNO(EPERM), name);
  }
  if (seccomp_export_bpf(filter, file) != 0) give_up("seccomp_export_bpf");
  seccomp_release(filter);
}

}  // namespace kit
