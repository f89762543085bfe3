#include "support/stack.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include <cstddef>

namespace kit {

#ifdef __linux__
namespace {

char* stack_low = nullptr;
void (*tell)() = nullptr;

/// Runs on a stack of its own.
void on_segmentation_fault(int signal_number, siginfo_t* info, void*) {
  const char* const address = static_cast<char*>(info->si_addr);
  constexpr std::ptrdiff_t near = 1 << 20;
  if (address > stack_low - near && address < stack_low + near) tell();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

}  // namespace

void watch_the_stack(void (*on_overflow)()) {
  tell = on_overflow;
  pthread_attr_t attributes;
  void* low = nullptr;
  std::size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
  }
  if (low == nullptr) {  // a sandbox has no /proc to look it up in
    rlimit limit = {};
    getrlimit(RLIMIT_STACK, &limit);
    low = reinterpret_cast<char*>(&limit) - limit.rlim_cur;
  }
  stack_low = static_cast<char*>(low);
  static char alternative[1 << 16];
  stack_t stack = {};
  stack.ss_sp = alternative;
  stack.ss_size = sizeof alternative;
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = on_segmentation_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
}
#else
void watch_the_stack(void (*)()) {}
#endif

}  // namespace kit
