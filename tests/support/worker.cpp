// The worker: holds the code under test, in a sandbox, and computes what it is asked for.
//
//   rms_norm.worker PART PARTS      questions on file 3, answers on file 4
//
// It knows no test and no wanted value. What it says is bytes to the test program, no evidence.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "support/confine.hpp"
#include "support/remote.hpp"
#include "support/stack.hpp"
#include "support/switchboard.hpp"

namespace kit {

std::uint32_t number_of(void*) { std::abort(); }

namespace wire {

void keep(Memory&) {}
void broken(const char* words) {
  std::fprintf(stderr, "%s\n", words);
  std::abort();
}
void gone() { _exit(0); }

namespace {

std::vector<const Socket*> sockets_here() {
  std::vector<const Socket*> here;
  for (const Socket* socket : sockets()) {
    if (socket->serve != nullptr) here.push_back(socket);
  }
  return here;
}

int work(const std::string& exercise, const std::string& part, const std::string& parts) {
  Channel& channel = wire::channel();
  channel.open(3, 4);
  const std::vector<const Socket*> here = sockets_here();
  channel.answer_to = [&](std::uint32_t id, Reader& arguments, Writer& result) {
    if (id >= here.size()) broken("a function that the contract does not have");
    here[id]->serve(*here[id]->target, arguments, result);
  };
  watch_the_stack([] { wire::channel().send(Kind::stack_overflow, 0); });
  confine_worker();
  channel.send(Kind::hello, 0);

  const Plugged plugged = load(exercise, part);
  if (plugged.error.empty()) load_models(parts);
  Memory memory;
  Writer out(memory);
  write(out, plugged.error);
  std::vector<std::uint8_t> missing;
  for (const Socket* socket : here) {
    missing.push_back(*socket->target == nullptr && plugged.error.empty());
  }
  write(out, missing);
  channel.send(Kind::ready, 0, out.bytes());
  for (;;) channel.answer(channel.receive());
}

}  // namespace
}  // namespace wire
}  // namespace kit

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: NAME.worker PART PARTS\n", stderr);
    return 2;
  }
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  const std::string exercise = std::filesystem::path(argv[0]).stem().string();
  return kit::wire::work(exercise, argv[1], argv[2]);
}
