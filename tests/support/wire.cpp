#include "support/wire.hpp"

#include <poll.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <stdexcept>
#include <string>

#include "common/check.hpp"
#include "common/json.hpp"

namespace kit::wire {
namespace {

constexpr std::uint64_t largest_frame = std::uint64_t{64} << 20;
constexpr int deepest = 64;
constexpr std::size_t alignment = 64;

enum class Place : std::uint8_t { none, here, known };

std::shared_ptr<void> block(std::size_t size) {
  return {::operator new(size, std::align_val_t{alignment}),
          [](void* data) { ::operator delete(data, std::align_val_t{alignment}); }};
}

constexpr std::size_t read_ahead = 64 << 10;

/// Head and content by one call: most calls of a contract are small.
bool write_all(int file, iovec* parts, int n_parts) {
  while (n_parts > 0) {
    const ssize_t n = ::writev(file, parts, n_parts);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    for (auto left = static_cast<std::size_t>(n); n_parts > 0;) {
      const std::size_t step = std::min(left, parts->iov_len);
      parts->iov_base = static_cast<std::byte*>(parts->iov_base) + step;
      parts->iov_len -= step;
      left -= step;
      if (parts->iov_len > 0) break;
      ++parts;
      --n_parts;
    }
  }
  return true;
}

std::vector<Callback>& callbacks() {
  static std::vector<Callback> all;
  return all;
}

/// An exception of a type that only the other side knows.
struct Foreign : std::exception {
  explicit Foreign(std::string words_) : words(std::move(words_)) {}
  const char* what() const noexcept override { return words.c_str(); }
  std::string words;
};
struct StillToDo : NotStarted {
  explicit StillToDo(std::string words_) : NotStarted("", "", 0), words(std::move(words_)) {}
  const char* what() const noexcept override { return words.c_str(); }
  std::string words;
};

/// The types that cross by name, each before its base.
struct Type {
  bool (*is)(const std::exception*);
  std::exception_ptr (*make)(const std::string& words);
};
template <class E>
constexpr Type type() {
  return {[](const std::exception* e) { return dynamic_cast<const E*>(e) != nullptr; },
          [](const std::string& words) {
            if constexpr (std::is_constructible_v<E, std::string>) {
              return std::make_exception_ptr(E(words));
            } else if constexpr (std::is_same_v<E, NotStarted>) {
              return std::make_exception_ptr(StillToDo(words));
            } else if constexpr (std::is_same_v<E, std::exception>) {
              return std::make_exception_ptr(Foreign(words));
            } else {
              return std::make_exception_ptr(E());
            }
          }};
}
constexpr Type types[] = {type<NotStarted>(),           type<lm::JsonError>(),
                          type<std::invalid_argument>(), type<std::domain_error>(),
                          type<std::length_error>(),     type<std::out_of_range>(),
                          type<std::logic_error>(),      type<std::range_error>(),
                          type<std::overflow_error>(),   type<std::underflow_error>(),
                          type<std::runtime_error>(),    type<std::bad_alloc>(),
                          type<std::bad_function_call>(), type<std::exception>()};
constexpr std::uint8_t no_exception_class = 255;
constexpr std::size_t longest_words = 2000;

}  // namespace

void Writer::content(const void* data, std::size_t size) {
  raw(data, size);
  auto* const first = static_cast<std::byte*>(const_cast<void*>(data));
  memory_.regions.push_back({first, size});
}

void Writer::view(const void* data, std::size_t size) {
  if (data == nullptr) return number(Place::none);
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  for (std::size_t i = 0; i < memory_.regions.size(); ++i) {
    const Region& region = memory_.regions[i];
    const auto first = reinterpret_cast<std::uintptr_t>(region.data);
    if (region.data == nullptr || address < first || address + size > first + region.size) continue;
    number(Place::known);
    number(static_cast<std::uint32_t>(i));
    number(static_cast<std::uint64_t>(address - first));
    return;
  }
  if (size == 0) return number(Place::none);
  number(Place::here);
  content(data, size);
}

void Writer::changes() {
  std::vector<std::uint32_t> changed;
  for (std::size_t i = 0; i < memory_.n_arguments; ++i) {
    const Region& region = memory_.regions[i];
    if (region.data != nullptr && region.as_sent != nullptr && region.size > 0 &&
        std::memcmp(region.data, region.as_sent, region.size) != 0) {
      changed.push_back(static_cast<std::uint32_t>(i));
    }
  }
  number(static_cast<std::uint64_t>(changed.size()));
  for (const std::uint32_t i : changed) {
    number(i);
    raw(memory_.regions[i].data, memory_.regions[i].size);
  }
}

void Reader::content(void* data, std::size_t size) {
  const std::byte* const first = raw(size);
  if (size > 0) std::memcpy(data, first, size);
  memory_.regions.push_back({static_cast<std::byte*>(data), size, first});
}

std::byte* Reader::view(std::size_t size) {
  const auto place = number<Place>();
  if (place == Place::none) return nullptr;
  if (place == Place::here) {
    if (size > left_) broken("an answer shorter than it says");
    memory_.kept.push_back(block(size));
    auto* const data = static_cast<std::byte*>(memory_.kept.back().get());
    content(data, size);
    return data;
  }
  if (place != Place::known) broken("an answer that is no value of its type");
  const auto i = number<std::uint32_t>();
  const auto offset = number<std::uint64_t>();
  if (i >= memory_.regions.size()) broken("an answer that points nowhere");
  const Region& region = memory_.regions[i];
  if (region.data == nullptr || size > region.size || offset > region.size - size) {
    broken("an answer that points nowhere");
  }
  return region.data + offset;
}

void Reader::changes() {
  const std::size_t n = count(sizeof(std::uint32_t));
  for (std::size_t k = 0; k < n; ++k) {
    const auto i = number<std::uint32_t>();
    if (i >= memory_.n_arguments || memory_.regions[i].data == nullptr) {
      broken("an answer that points nowhere");
    }
    // Where the test promised that this stays as it is, the test will see that it did not.
    const Region& region = memory_.regions[i];
    std::memcpy(region.data, raw(region.size), region.size);
  }
}

void Channel::send(Kind kind, std::uint32_t id, const std::vector<std::byte>& bytes) {
  std::byte head[16];
  const std::uint64_t size = bytes.size();
  std::memcpy(head, &kind, 4);
  std::memcpy(head + 4, &id, 4);
  std::memcpy(head + 8, &size, 8);
  if (size > largest_frame) broken("more than 64 MB in one call");
  iovec parts[] = {{head, sizeof head}, {const_cast<std::byte*>(bytes.data()), bytes.size()}};
  if (!write_all(to_, parts, 2)) gone();
}

void Channel::read(void* data, std::size_t size) {
  auto* out = static_cast<std::byte*>(data);
  while (size > 0) {
    if (at_ == buffer_.size()) {
      if (patience_ > 0) {
        pollfd wait = {from_, POLLIN, 0};
        const int ready = ::poll(&wait, 1, patience_ * 1000);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) late_();
      }
      buffer_.resize(read_ahead);
      at_ = 0;
      const ssize_t n = ::read(from_, buffer_.data(), buffer_.size());
      buffer_.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) gone();
    }
    const std::size_t step = std::min(size, buffer_.size() - at_);
    std::memcpy(out, buffer_.data() + at_, step);
    at_ += step;
    out += step;
    size -= step;
  }
}

Frame Channel::receive() {
  std::byte head[16];
  read(head, sizeof head);
  Frame frame;
  std::uint64_t size = 0;
  std::memcpy(&frame.kind, head, 4);
  std::memcpy(&frame.id, head + 4, 4);
  std::memcpy(&size, head + 8, 8);
  if (size > largest_frame) broken("more than 64 MB in one answer");
  frame.bytes.resize(static_cast<std::size_t>(size));
  read(frame.bytes.data(), frame.bytes.size());
  return frame;
}

std::vector<std::byte> Channel::ask(Kind kind, std::uint32_t id, const Writer& arguments) {
  const std::lock_guard lock(mutex_);
  if (++depth_ > deepest) broken("calls within calls without end");
  send(kind, id, arguments.bytes());
  for (;;) {
    Frame frame = receive();
    if (frame.kind == Kind::result) {
      --depth_;
      return std::move(frame.bytes);
    }
    if (frame.kind == Kind::stack_overflow && on_stack_overflow != nullptr) {
      on_stack_overflow();
    } else {
      answer(frame);
    }
  }
}

void Channel::answer(const Frame& question) {
  if (question.kind != questions) broken("an answer that is none");
  Memory memory;
  Reader arguments(question.bytes, memory);
  Writer result(memory);
  answer_to(question.id, arguments, result);
  send(Kind::result, question.id, result.bytes());
}

Channel& channel() {
  static Channel only;
  return only;
}

std::uint32_t add_callback(Callback callback) {
  callbacks().push_back(std::move(callback));
  return n_callbacks();
}
std::uint32_t n_callbacks() { return static_cast<std::uint32_t>(callbacks().size()); }
void drop_callbacks(std::uint32_t down_to) { callbacks().resize(down_to); }
void answer_callback(std::uint32_t id, Reader& arguments, Writer& result) {
  if (id == 0 || id > n_callbacks()) broken("a call of a function that is no argument any more");
  for (const State& state : states()) state.read(arguments);
  const Callback callback = callbacks()[id - 1];  // a copy: a call within it may add more
  callback(arguments, result);
}

std::vector<State>& states() {
  static std::vector<State> all;
  return all;
}

void write_exception(Writer& out, std::exception_ptr thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    const auto* const found =
        std::ranges::find_if(types, [&](const Type& type) { return type.is(&error); });
    const std::string words = std::string(error.what()).substr(0, longest_words);
    out.number(static_cast<std::uint8_t>(found - types));
    out.number(static_cast<std::uint64_t>(words.size()));
    out.raw(words.data(), words.size());
  } catch (...) {
    out.number(no_exception_class);
    out.number(std::uint64_t{0});
  }
}

std::exception_ptr read_exception(Reader& in) {
  const auto type = in.number<std::uint8_t>();
  const std::size_t size = in.count(1);
  const std::string words(reinterpret_cast<const char*>(in.raw(size)), size);
  if (type == no_exception_class) return std::make_exception_ptr(0);
  if (type >= std::size(types)) broken("an exception of no type");
  return types[type].make(words);
}

}  // namespace kit::wire
