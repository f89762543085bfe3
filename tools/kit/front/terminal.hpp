#pragma once
#include <termios.h>

#include <functional>
#include <string>
#include <vector>

namespace kit {

/// A key as people name it: one character, or up, down, left, right, page_up, page_down, home, end,
/// enter, escape.
using Key = std::string;

/// The terminal in the hands of the loop: keys one by one, the other screen, no cursor. Whatever
/// ends the loop, the terminal is as it was before.
class Terminal {
 public:
  Terminal();
  Terminal(const Terminal&) = delete;
  ~Terminal();

  struct Size {
    std::size_t rows = 24, columns = 80;
  };
  static Size size();

  /// Shows these lines. Only those that changed are written, all in one piece: nothing flickers.
  void draw(const std::vector<std::string>& lines);
  /// The next draw writes everything.
  void forget() { shown_.clear(); }
  /// The keys pressed since last time. False if there is no terminal any more.
  bool take_keys(std::vector<Key>& keys);
  /// A sequence of bytes has begun that may be a key or the escape key itself.
  bool half_a_key() const { return !pending_.empty(); }
  /// What has begun is all there is: it was the escape key.
  std::vector<Key> give_up_waiting();

  /// Back to the shell and, when that brings us to the foreground again, here.
  void suspend();
  /// As it was before, for as long as somebody else uses it.
  void lend(const std::function<void()>& use);

 private:
  void enter();
  void leave();
  termios before_ = {};
  std::vector<std::string> shown_;
  std::string pending_;
};

/// Signals as something to wait for: a file descriptor that yields their numbers.
class Signals {
 public:
  Signals();
  Signals(const Signals&) = delete;
  ~Signals();
  int events() const;
  std::vector<int> take() const;
};

}  // namespace kit
