#pragma once
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "harness.hpp"

namespace kit::tests {

/// A terminal with a command in it: tmux types, and reads the screen.
class Session {
 public:
  explicit Session(const Checkout& checkout, const std::string& command, int columns = 80,
                   int rows = 24)
      : checkout_(checkout) {
    if (checkout.shell("command -v tmux").exit_code != 0) skip("tmux is not installed");
    static std::atomic<int> n = 0;
    socket_ = "kit-test-" + std::to_string(getpid()) + "-" + std::to_string(++n);
    tmux("-f /dev/null new-session -d -x " + std::to_string(columns) + " -y " +
         std::to_string(rows) + " 'env LANG=C.UTF-8 KIT_NO_BUILD=1 sh'");
    tmux("set-option -g status off");
    type(command + " Enter");
  }
  Session(const Session&) = delete;
  ~Session() { tmux("kill-server"); }

  void type(const std::string& keys) const { tmux("send-keys " + keys); }
  void resize(int columns, int rows) const {
    tmux("resize-window -x " + std::to_string(columns) + " -y " + std::to_string(rows));
  }
  std::string screen() const { return tmux("capture-pane -p").output; }

  /// Waits until the screen shows the words.
  void shows(const std::string& words) const {
    for (int i = 0; i < 600; ++i) {
      if (screen().find(words) != std::string::npos) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    expect(false, "the screen never shows \"" + words + "\" but:\n" + screen());
    throw std::runtime_error("the session stands still");
  }

 private:
  Ended tmux(const std::string& command) const {
    return checkout_.shell("unset TMUX; tmux -u -L " + socket_ + " " + command);
  }
  const Checkout& checkout_;
  std::string socket_;
};

}  // namespace kit::tests
