#include "front/terminal.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "front/text.hpp"
#include "runner/process.hpp"

namespace kit {
namespace {

constexpr std::array watched = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH};
int signal_pipe[2] = {-1, -1};

void on_signal(int number) {
  const int error = errno;
  const char byte = static_cast<char>(number);
  if (write(signal_pipe[1], &byte, 1) < 0) {  // full: one of the kind is on its way already
  }
  errno = error;
}

void write_all(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(STDOUT_FILENO, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR && errno != EAGAIN)
      return;  // the terminal is gone; its keys will say so
    if (n > 0) done += static_cast<std::size_t>(n);
  }
}

/// The key at the head of the bytes, and how many they are; none if the bytes are not complete.
std::pair<Key, std::size_t> first_key(const std::string& bytes) {
  static const std::pair<const char*, const char*> sequences[] = {
      {"\033[A", "up"},       {"\033OA", "up"},         {"\033[B", "down"}, {"\033OB", "down"},
      {"\033[C", "right"},    {"\033OC", "right"},      {"\033[D", "left"}, {"\033OD", "left"},
      {"\033[5~", "page_up"}, {"\033[6~", "page_down"}, {"\033[H", "home"}, {"\033[1~", "home"},
      {"\033OH", "home"},     {"\033[F", "end"},        {"\033[4~", "end"}, {"\033OF", "end"}};
  if (bytes[0] != '\033') {
    if (bytes[0] == '\r' || bytes[0] == '\n') return {"enter", 1};
    return {bytes.substr(0, 1), 1};
  }
  for (const auto& [sequence, key] : sequences) {
    if (bytes.starts_with(sequence)) return {key, std::string(sequence).size()};
  }
  if (bytes.size() == 1) return {"", 0};
  if (bytes[1] != '[' && bytes[1] != 'O') return {"escape", 1};
  for (std::size_t i = 2; i < bytes.size(); ++i) {  // a key that we have no use for
    if (bytes[i] >= 0x40 && bytes[i] <= 0x7E) return {"unknown", i + 1};
  }
  return {"", 0};
}

}  // namespace

Terminal::Terminal() {
  if (tcgetattr(STDIN_FILENO, &before_) != 0) {
    throw std::system_error(errno, std::generic_category(), "the terminal");
  }
  enter();
}

Terminal::~Terminal() {
  leave();
}

void Terminal::enter() {
  termios raw = before_;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);  // ^C and ^Z stay signals
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);  // keys pressed before are not lost
  write_all("\033[?1049h\033[?25l\033[2J\033[H");
  shown_.clear();
}

void Terminal::leave() {
  write_all("\033[0m\033[?25h\033[?1049l");
  tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
}

void Terminal::suspend() {
  leave();
  raise(SIGSTOP);
  enter();
}

void Terminal::lend(const std::function<void()>& use) {
  leave();
  use();
  enter();
}

Terminal::Size Terminal::size() {
  winsize seen = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &seen) != 0 || seen.ws_row == 0 || seen.ws_col == 0)
    return {};
  return {seen.ws_row, seen.ws_col};
}

void Terminal::draw(const std::vector<std::string>& lines) {
  std::string out;
  const std::size_t before = shown_.size(), width = size().columns;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i < before && shown_[i] == lines[i]) continue;
    const std::string_view line = fitting(lines[i], width);
    out += fmt::format("\033[{};1H{}\033[0m", i + 1, line);
    if (columns(line) < width) out += "\033[K";  // a full line would lose its last letter
  }
  shown_ = lines;
  if (!out.empty()) write_all(out);
}

bool Terminal::take_keys(std::vector<Key>& keys) {
  // One at a time: what was typed behind the key that ends this is the shell's.
  char byte = 0;
  const ssize_t n = ::read(STDIN_FILENO, &byte, 1);
  if (n < 0) return errno == EAGAIN || errno == EINTR;
  if (n == 0) return false;
  pending_ += byte;
  while (!pending_.empty()) {
    const auto [key, size] = first_key(pending_);
    if (size == 0) break;
    keys.push_back(key);
    pending_.erase(0, size);
  }
  return true;
}

std::vector<Key> Terminal::give_up_waiting() {
  pending_.clear();
  return {"escape"};
}

Signals::Signals() {
  open_pipe(signal_pipe);
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (const int number : watched) sigaction(number, &action, nullptr);
}

Signals::~Signals() {
  for (const int number : watched) signal(number, SIG_DFL);
  close(signal_pipe[0]);
  close(signal_pipe[1]);
}

int Signals::events() const {
  return signal_pipe[0];
}

std::vector<int> Signals::take() const {
  std::vector<int> numbers;
  for (char byte = 0; ::read(signal_pipe[0], &byte, 1) == 1;) numbers.push_back(byte);
  return numbers;
}

}  // namespace kit
