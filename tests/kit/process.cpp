// Programs that are started, and ended early.
#include "runner/process.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <stop_token>
#include <string>

#include "harness.hpp"

namespace kit::tests {
namespace {

/// Of this thread's children: they take so long to become another program.
thread_local useconds_t slowness = 0;
int told[2] = {-1, -1};

const Case early("run: a child that is ended before it is another program leaves us alone", [] {
  open_pipe(told);
  pthread_atfork(nullptr, nullptr, [] {
    if (slowness > 0) usleep(slowness);
  });
  struct sigaction action = {}, before = {};
  action.sa_handler = [](int) {
    if (write(told[1], "!", 1) < 0) _exit(1);
  };
  sigaction(SIGTERM, &action, &before);
  std::stop_source stop;
  stop.request_stop();
  Command command;
  command.arguments = {"true"};
  command.stop = stop.get_token();
  slowness = 300'000;
  bool stopped = false;
  try {
    run(command);
  } catch (const Stopped&) {
    stopped = true;
  }
  slowness = 0;
  sigaction(SIGTERM, &before, nullptr);
  char byte = 0;
  expect(stopped, "it was not stopped");
  expect(read(told[0], &byte, 1) < 0, "our handler ran in the child");
});

const Case orphans("run: what has lost its parent is ours, and cleared away", [] {
  adopt_orphans();
  Command command;
  command.arguments = {"sh", "-c", "setsid sleep 0.1 & echo $!"};
  const pid_t orphan = std::stoi(run(command).output);
  command.arguments = {"true"};
  for (int i = 0; i < 100 && kill(orphan, 0) == 0; ++i) {
    usleep(50'000);
    run(command);
  }
  expect(kill(orphan, 0) != 0, "it is still there");
});

}  // namespace
}  // namespace kit::tests
