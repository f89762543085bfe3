#pragma once
// How a test program and a worker talk. The test program is trusted and holds the tests; the worker
// holds the student's code, in a sandbox. Values cross as bytes, and every length that comes in is
// checked before it is believed: the other side may be anybody.
//
// A frame is {kind, id, size} and `size` bytes. Either side may ask: the test program for a function
// of the contract, the worker, while it computes, for a function that was among the arguments.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace kit::wire {

/// What the other side sent makes no sense, or the other side is gone. Each side says for itself
/// what becomes of it then (remote.cpp, worker.cpp).
[[noreturn]] void broken(const char* words);
[[noreturn]] void gone();

/// Memory that a call was given, here: both sides count it in the same order, so a result may say
/// "row 2 of the third argument" and mean the same place on either side.
struct Region {
  std::byte* data = nullptr;
  std::size_t size = 0;
  const std::byte* as_sent = nullptr;  // in the frame it came in; null on the side that sent it
};

struct Memory {
  std::vector<Region> regions;
  std::vector<std::shared_ptr<void>> kept;  // what views point into
  std::size_t n_arguments = 0;              // regions that are arguments; those behind are results
};

class Writer {
 public:
  explicit Writer(Memory& memory) : memory_(memory) {}

  void raw(const void* data, std::size_t size) {
    const auto* const first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
  }
  template <class Number>
  void number(Number value) {
    raw(&value, sizeof value);
  }
  /// The content of memory that its owner also says the size of.
  void content(const void* data, std::size_t size);
  /// Memory that somebody else owns: where it is, if the call knows that, else its content.
  void view(const void* data, std::size_t size);
  /// Which of the arguments the code under test has written into, and what.
  void changes();

  Memory& memory() { return memory_; }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  Memory& memory_;
  std::vector<std::byte> bytes_;
};

class Reader {
 public:
  Reader(const std::vector<std::byte>& bytes, Memory& memory)
      : at_(bytes.data()), left_(bytes.size()), memory_(memory) {}

  const std::byte* raw(std::size_t size) {
    if (size > left_) broken("an answer shorter than it says");
    const std::byte* const first = at_;
    at_ += size;
    left_ -= size;
    return first;
  }
  template <class Number>
  Number number() {
    Number value;
    std::memcpy(&value, raw(sizeof value), sizeof value);
    return value;
  }
  /// How many of something follow, each of at least `each` bytes.
  std::size_t count(std::size_t each) {
    const auto n = number<std::uint64_t>();
    if (n > left_ / each) broken("an answer shorter than it says");
    return static_cast<std::size_t>(n);
  }
  void content(void* data, std::size_t size);
  std::byte* view(std::size_t size);
  void changes();
  void end() const {
    if (left_ != 0) broken("an answer longer than it says");
  }

  Memory& memory() { return memory_; }

 private:
  const std::byte* at_;
  std::size_t left_;
  Memory& memory_;
};

enum class Kind : std::uint32_t { hello, ready, call, callback, result, stack_overflow };

struct Frame {
  Kind kind = Kind::hello;
  std::uint32_t id = 0;
  std::vector<std::byte> bytes;
};

/// Two pipes, and whoever is at the other end.
class Channel {
 public:
  using Answer = std::function<void(std::uint32_t id, Reader& arguments, Writer& result)>;

  void open(int from, int to) { from_ = from, to_ = to; }
  /// How long an answer may take; then `late` is called.
  void wait_at_most(int seconds, void (*late)()) { patience_ = seconds, late_ = late; }
  void send(Kind kind, std::uint32_t id, const std::vector<std::byte>& bytes = {});
  Frame receive();
  /// Sends a question and answers those that come back until its own answer is there. One thread at
  /// a time; the functions of a contract may ask from several.
  std::vector<std::byte> ask(Kind kind, std::uint32_t id, const Writer& arguments);
  /// Answers one question.
  void answer(const Frame& question);

  Kind questions = Kind::call;  // what the other side asks
  Answer answer_to;
  void (*on_stack_overflow)() = nullptr;  // the worker's last word

 private:
  void read(void* data, std::size_t size);

  int from_ = -1, to_ = -1, depth_ = 0, patience_ = 0;
  void (*late_)() = nullptr;
  std::vector<std::byte> buffer_;  // read ahead
  std::size_t at_ = 0;
  std::recursive_mutex mutex_;
};
Channel& channel();

/// Functions among the arguments of the calls that are under way.
using Callback = std::function<void(Reader& arguments, Writer& result)>;
std::uint32_t add_callback(Callback callback);
std::uint32_t n_callbacks();
void drop_callbacks(std::uint32_t down_to);
void answer_callback(std::uint32_t id, Reader& arguments, Writer& result);

/// What the calls under way may change. A callback must find it as it stands by then, so it crosses
/// with each: the worker writes it, the test program reads it.
struct State {
  std::function<void(Writer&)> write;
  std::function<void(Reader&)> read;
};
std::vector<State>& states();

/// What the code under test threw, by type and words.
void write_exception(Writer& out, std::exception_ptr thrown);
std::exception_ptr read_exception(Reader& in);

}  // namespace kit::wire
