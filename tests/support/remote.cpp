// The test program's side of grading: starts the worker and puts its functions into the sockets.
// When the worker ends, this program ends in the same way, so that whoever reads the record finds
// what it would have found had the code under test been here.
#include "support/remote.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "support/record.hpp"
#include "support/switchboard.hpp"

namespace kit {
namespace {

pid_t worker = 0;
bool said_hello = false;

[[noreturn]] void end_with_signal(int number) {
  signal(number, SIG_DFL);
  raise(number);
  _exit(1);
}

void write_words(const char* key, const std::string& words) {
  const std::string line = std::string("{\"") + key + "\": " + words + "}\n";
  record::write_raw(line.data(), line.size());
}

/// Not fork: a record notes who forks, and the code under test is what it is looking for.
pid_t start(const std::vector<std::string>& command, int from, int to) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  char path[] = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  char* const environment[] = {path, nullptr};  // none of ours: it holds the seed
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, from, 3);
  posix_spawn_file_actions_adddup2(&actions, to, 4);
  posix_spawn_file_actions_addclosefrom_np(&actions, 5);  // whatever we have inherited ourselves
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(),
                                 environment);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    std::fprintf(stderr, "%s: %s\n", arguments[0], std::strerror(error));
    std::exit(5);
  }
  return child;
}

/// A pipe whose ends are above those that the worker will have.
void open_pipe(int (&ends)[2]) {
  int low[2];
  if (pipe2(low, O_CLOEXEC) != 0) {
    std::perror("pipe");
    std::exit(5);
  }
  for (int i = 0; i < 2; ++i) {
    ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, 20);
    close(low[i]);
  }
}

constexpr int seconds_for_an_answer = 10;  // as long as a whole run may take in practice
constexpr int seconds_to_start = 60;       // nothing of the code under test runs by then

void late() {
  if (!said_hello) {
    std::fputs("the sandbox did not start within a minute\n", stderr);
    std::exit(5);
  }
  write_words("hung", "true");
  kill(worker, SIGKILL);
  _exit(1);
}

Plugged load_worker(std::string_view exercise, const std::vector<std::string>& command) {
  signal(SIGPIPE, SIG_IGN);
  int questions[2], answers[2];
  open_pipe(questions);
  open_pipe(answers);
  worker = start(command, questions[0], answers[1]);
  close(questions[0]);
  close(answers[1]);
  wire::Channel& channel = wire::channel();
  channel.open(answers[0], questions[1]);
  channel.wait_at_most(seconds_to_start, late);
  channel.on_stack_overflow = [] { write_words("signal", "\"stack overflow\""); };
  channel.questions = wire::Kind::callback;
  channel.answer_to = wire::answer_callback;

  if (channel.receive().kind != wire::Kind::hello) wire::broken("an answer that is none");
  said_hello = true;  // what goes wrong from now on is the code under test
  channel.wait_at_most(seconds_for_an_answer, late);
  const wire::Frame ready = channel.receive();
  if (ready.kind != wire::Kind::ready) wire::broken("an answer that is none");
  wire::Memory memory;
  wire::Reader in(ready.bytes, memory);
  Plugged plugged;
  wire::read(in, plugged.error);
  std::vector<std::uint8_t> missing;
  wire::read(in, missing);
  std::size_t i = 0;
  for (const Socket* socket : sockets()) {
    if (socket->exercise != exercise) continue;
    *socket->target = socket->remote;
    if (i < missing.size() && missing[i] != 0) plugged.missing.emplace_back(socket->function);
    ++i;
  }
  return plugged;
}

const bool linked_in = (load_remotely = load_worker) != nullptr;

}  // namespace

std::uint32_t number_of(void* forwarder) {
  std::uint32_t number = 0;
  for (const Socket* socket : sockets()) {
    if (socket->serve == nullptr) continue;
    if (socket->forwarder == forwarder) return number;
    ++number;
  }
  std::abort();
}

namespace wire {

void keep(Memory& memory) {
  static std::vector<std::shared_ptr<void>> all;
  all.insert(all.end(), memory.kept.begin(), memory.kept.end());
}

void broken(const char* words) {
  write_words("signal", "\"the code answered in the tests' stead: " + std::string(words) + "\"");
  kill(worker, SIGKILL);
  end_with_signal(SIGABRT);
}

void gone() {
  int status = 0;
  waitpid(worker, &status, 0);
  // bwrap says 128 + N of a program that signal N ended.
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (!said_hello) {
    std::fprintf(stderr, "the sandbox could not be started (exit code %d)\n", code);
    std::exit(5);
  }
  if (code > 128 && code <= 128 + 64) end_with_signal(code - 128);
  write_words("exit", std::to_string(code));
  _exit(1);
}

}  // namespace wire
}  // namespace kit
