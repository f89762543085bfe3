#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "common/check.hpp"
#include "demo/demo.hpp"
#include "front/terminal.hpp"
#include "front/text.hpp"
#include "support/switchboard.hpp"

namespace kit::demo {
namespace {

constexpr int done = 0, unusable_input = 2, not_started = 3, interrupted = 75;

std::string shown(const Knob& knob, const Values& values) {
  return fmt::format("{} {:.{}f}", knob.name, values.at(knob.name), knob.digits);
}

Values start_of(const Demo& demo) {
  Values values;
  for (const Knob& knob : demo.knobs) values[knob.name] = knob.start;
  return values;
}

void keep_in_range(const Demo& demo, Values& now, const Values& before) {
  for (const Knob& knob : demo.knobs)
    now[knob.name] = std::clamp(now[knob.name], knob.low, knob.high);
  if (demo.settle) demo.settle(now, before);
}

/// The knobs in lines of at most `width` columns; the chosen one is marked.
Lines knobs_of(const Demo& demo, const Values& values, std::size_t chosen, std::size_t width) {
  Lines lines = {""};
  std::size_t used = 0;
  for (std::size_t i = 0; i < demo.knobs.size(); ++i) {
    const std::string text = shown(demo.knobs[i], values);
    if (used + columns(text) + 4 > width && used > 0) {
      lines.emplace_back();
      used = 0;
    }
    const bool here = i == chosen;
    lines.back() += fmt::format(" {}{}{}{} ", here ? colour().bold : "", here ? "▸" : " ", text,
                                here ? colour().reset : "");
    used += columns(text) + 3;
  }
  return lines;
}

class Stage {
 public:
  Stage(const Demo& demo, const Values& values) : demo_(demo), start_(values), values_(values) {}

  int run() {
    while (!end_) {
      terminal_.draw(screen());
      pollfd events[] = {{signals_.events(), POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
      const int seen = poll(events, 2, terminal_.half_a_key() ? 50 : -1);
      for (const int number : signals_.take()) on_signal(number);
      if (end_) break;  // keys typed after ^C are the shell's
      if (events[1].revents != 0) {
        std::vector<Key> keys;
        if (!terminal_.take_keys(keys)) end_ = interrupted;
        for (const Key& key : keys) press(key);
      } else if (seen == 0) {
        for (const Key& key : terminal_.give_up_waiting()) press(key);
      }
    }
    return *end_;
  }

 private:
  void on_signal(int number) {
    if (number == SIGWINCH) {
      terminal_.forget();
    } else if (number == SIGTSTP) {
      terminal_.suspend();
    } else {
      end_ = interrupted;
    }
  }

  void turn(double steps) {
    const Values before = values_;
    const Knob& knob = demo_.knobs[chosen_];
    values_[knob.name] += steps * knob.step;
    keep_in_range(demo_, values_, before);
  }

  void press(const Key& key) {
    const std::size_t n = demo_.knobs.size();
    if (key == "q" || key == "escape") end_ = done;
    if (key == "right" || key == "l" || key == "+") turn(1);
    if (key == "left" || key == "h" || key == "-") turn(-1);
    if (key == "page_up") turn(10);
    if (key == "page_down") turn(-10);
    if (key == "down" || key == "j") chosen_ = (chosen_ + 1) % n;
    if (key == "up" || key == "k") chosen_ = (chosen_ + n - 1) % n;
    if (key == "r") values_ = start_;
    for (const Action& action : demo_.actions) {
      if (key != std::string(1, action.key)) continue;
      const Values before = values_;
      action.act(values_);
      keep_in_range(demo_, values_, before);
    }
  }

  Lines screen() const {
    const Terminal::Size size = Terminal::size();
    Lines lines = {
        fmt::format(" {}{}{}  {}", colour().bold, demo_.name, colour().reset, demo_.words)};
    for (const std::string& line : knobs_of(demo_, values_, chosen_, size.columns)) {
      lines.push_back(line);
    }
    lines.emplace_back();
    for (const std::string& line : demo_.picture(values_)) lines.push_back(line);
    if (size.rows > 1) lines.resize(size.rows - 1);
    // A narrow window cuts the end: the way out stands first.
    std::string keys = " q quit  ← → " + demo_.knobs[chosen_].words + "  ↑ ↓ another";
    for (const Action& action : demo_.actions)
      keys += fmt::format("  {} {}", action.key, action.words);
    lines.push_back(keys + "  r as it was");
    return lines;
  }

  const Demo& demo_;
  const Values start_;
  Values values_;
  std::size_t chosen_ = 0;
  Signals signals_;
  Terminal terminal_;
  std::optional<int> end_;
};

void print(const Demo& demo, const Values& values) {
  fmt::print("{}: {}\n", demo.name, demo.words);
  for (const std::string& line : knobs_of(demo, values, demo.knobs.size(), 80)) {
    fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
  }
  fmt::print("\n");
  for (const std::string& line : demo.picture(values)) {
    fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

int run(int argc, char** argv) {
  const std::vector<Demo> all = {kv_cache(), heads(), rope(), norms(), pre_post(), swiglu()};
  CLI::App app(
      "Pictures of one idea each, whose numbers you turn by keys, or by options in a pipe.");
  app.name("./kit demo");
  app.require_subcommand(1);
  std::vector<Values> values;
  for (const Demo& demo : all) values.push_back(start_of(demo));
  for (std::size_t i = 0; i < all.size(); ++i) {
    CLI::App* const verb = app.add_subcommand(all[i].name, all[i].words);
    for (const Knob& knob : all[i].knobs) {
      verb->add_option("--" + knob.name, values[i][knob.name], knob.words)
          ->check(CLI::Range(knob.low, knob.high))
          ->capture_default_str();
    }
  }
  if (argc < 2 ||
      (argv[1][0] != '-' && std::ranges::find(all, argv[1], &Demo::name) == all.end())) {
    fmt::print(stderr, "demo: {}; there are",
               argc < 2 ? "its name is missing" : fmt::format("there is no demo \"{}\"", argv[1]));
    for (const Demo& demo : all) fmt::print(stderr, " {}", demo.name);
    fmt::print(stderr, "\n");
    return unusable_input;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? done : unusable_input;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!app.got_subcommand(all[i].name)) continue;
    const Demo& demo = all[i];
    keep_in_range(demo, values[i], values[i]);
    kit::plug_parts(argv[0]);
    if (is_terminal(STDIN_FILENO) && is_terminal(STDOUT_FILENO))
      return Stage(demo, values[i]).run();
    print(demo, values[i]);
  }
  return done;
}

}  // namespace
}  // namespace kit::demo

int main(int argc, char** argv) {
  try {
    return kit::demo::run(argc, argv);
  } catch (const kit::NotStarted& error) {
    fmt::print(stderr, "demo: {}\n", error.what());
    return kit::demo::not_started;
  } catch (const std::exception& error) {
    fmt::print(stderr, "demo: {}\n", error.what());
    return kit::demo::unusable_input;
  }
}
