#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "front/markdown.hpp"
#include "front/run.hpp"
#include "front/section.hpp"
#include "front/terminal.hpp"
#include "front/test.hpp"
#include "front/verbs.hpp"
#include "front/watcher.hpp"
#include "front/worker.hpp"

namespace kit {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// An editor may touch a file several times for one save; this long without news, it has finished.
constexpr milliseconds quiet{30};
// Where the system has no events, and in case it has lost one.
constexpr milliseconds look_again{500};

enum class View { verdict, section, list, hint, diff, story };

std::vector<fs::path> stubs(const Tree& tree, const Syllabus& syllabus) {
  std::vector<fs::path> files;
  for (const Exercise& exercise : syllabus.exercises) files.push_back(tree.root / exercise.stub());
  return files;
}

class Loop {
 public:
  Loop(const Tree& tree, const Syllabus& syllabus)
      : tree_(tree), syllabus_(syllabus), watcher_(stubs(tree, syllabus)) {
    if (is_terminal(STDIN_FILENO) && is_terminal(STDOUT_FILENO)) terminal_.emplace();
    count();
  }

  Exit run(const Exercise& first) {
    go(first);
    if (!terminal_) fmt::print("Watching exercises/: save a file and it is judged. ^C ends.\n\n");
    while (!end_) {
      if (terminal_) terminal_->draw(screen());
      std::fflush(stdout);
      wait();
    }
    worker_.stop();
    terminal_.reset();
    if (end_ == Exit::done) fmt::print("{}; `./kit` goes on.\n", done_words());
    return *end_;
  }

 private:
  // ---- what happens
  // ------------------------------------------------------------------------------

  void wait() {
    const auto now = Clock::now();
    auto until = last_look_ + look_again;
    if (saved_) until = std::min(until, last_event_ + quiet);
    if (terminal_ && terminal_->half_a_key()) until = std::min(until, now + milliseconds(50));
    const auto longest = std::chrono::ceil<milliseconds>(until - now).count();

    pollfd events[] = {{signals_.events(), POLLIN, 0},
                       {worker_.events(), POLLIN, 0},
                       {watcher_.events(), POLLIN, 0},
                       {terminal_ ? STDIN_FILENO : -1, POLLIN, 0}};
    poll(events, 4, static_cast<int>(std::max<long>(longest, 0)));

    for (const int number : signals_.take()) on_signal(number);
    if (end_) return;  // keys typed after ^C are the shell's
    if (events[1].revents != 0) worker_.deliver();
    if (events[3].revents != 0) {
      std::vector<Key> keys;
      if (!terminal_->take_keys(keys)) end_ = Exit::interrupted;
      for (const Key& key : keys) {
        if (!end_) press(key);
      }
    } else if (terminal_ && terminal_->half_a_key() && Clock::now() >= now + milliseconds(50)) {
      for (const Key& key : terminal_->give_up_waiting()) press(key);
    }
    if (events[2].revents != 0) {
      watcher_.drain();
      last_event_ = Clock::now();
      if (!saved_) saved_ = last_event_;
    }
    const auto later = Clock::now();
    if ((saved_ && later - last_event_ >= quiet) || later - last_look_ >= look_again) look();
  }

  void on_signal(int number) {
    if (number == SIGWINCH) {
      if (terminal_) terminal_->forget();
      show(view_);
    } else if (number == SIGTSTP) {
      if (terminal_) terminal_->suspend();
    } else {
      end_ = Exit::interrupted;
    }
  }

  void look() {
    last_look_ = Clock::now();
    const auto since = saved_.value_or(last_look_);
    saved_.reset();
    const std::vector<fs::path> files = watcher_.changed();
    if (files.empty()) return;
    std::vector<const Exercise*> changed;
    for (const Exercise& exercise : syllabus_.exercises) {
      if (std::ranges::find(files, tree_.root / exercise.stub()) != files.end()) {
        changed.push_back(&exercise);
      }
    }
    count();
    if (std::ranges::find(changed, current_) != changed.end()) {
      asked_ = last_key_ < since;
      judge(since);
    } else if (changed.size() == 1) {  // work goes on in another file
      go(*changed.front());
    }
  }

  void press(const Key& key) {
    message_.clear();
    asked_ = false;  // whoever turns to something else after a save is not called back
    last_key_ = Clock::now();
    if (key == "q") {
      end_ = Exit::done;
    } else if (key == "t") {
      asked_ = true;
      judge(Clock::now());
    } else if (key == "n") {
      go(neighbour(+1));
    } else if (key == "p") {
      go(neighbour(-1));
    } else if (key == "r") {
      show(view_ == View::section ? View::verdict : View::section);
    } else if (key == "l") {
      selected_ = static_cast<std::size_t>(current_ - syllabus_.exercises.data());
      show(view_ == View::list ? View::verdict : View::list);
    } else if (key == "h") {
      take_hint(tree_, *current_);
      show(View::hint);
    } else if (key == "d") {
      show(view_ == View::diff ? View::verdict : View::diff);
    } else if (key == "x") {
      tell_story();
    } else if (key == "c") {
      ask_questions();
    } else if (key == "escape") {
      show(View::verdict);
    } else if (key == "enter" && view_ == View::list) {
      go(syllabus_.exercises[selected_]);
    } else {
      scroll(key);
    }
  }

  /// The quiz has the terminal to itself, as a program of its own, until it ends.
  void ask_questions() {
    terminal_->lend([this] {
      const std::string tool = (tree_.build() / "tools/kit/kit").lexically_relative(tree_.root);
      [[maybe_unused]] const int code = std::system(
          fmt::format("{} quiz {}; printf '\nenter goes back '; read -r _", tool, current_->name)
              .c_str());
    });
    signals_.take();  // what was meant for the quiz
    show(view_);
  }

  /// After a pass, next is what comes next on the way; otherwise the neighbour in reading order.
  const Exercise& neighbour(int step) const {
    const Exercise* const next = next_exercise(syllabus_, progress_);
    if (step > 0 && next != nullptr && progress_.passed(*current_)) return *next;
    const auto at = current_ - syllabus_.exercises.data() + step;
    return syllabus_.exercises[static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(at, 0, std::ssize(syllabus_.exercises) - 1))];
  }

  void go(const Exercise& exercise) {
    current_ = &exercise;
    verdict_.reset();
    took_ = 0;
    show(View::verdict);
    judge(Clock::now());
  }

  // ---- the work beside
  // ---------------------------------------------------------------------------

  void judge(Clock::time_point since) {
    const Exercise& exercise = *current_;
    status_ = "compiling " + exercise.stub().string();
    worker_.begin([this, since, &exercise](const std::stop_token& stop) {
      Tree tree = tree_;
      tree.stop = stop;
      tree.on_step = [this](std::string_view label, int done, int total) {
        worker_.post([this, words = std::string(label), done, total] {
          status_ = total == 0 ? "" : fmt::format("{} {}/{}", words, done, total);
        });
      };
      try {
        const auto early = [&](const Verdict& verdict) {
          worker_.post([this, since, verdict] { judged(verdict, since, false); });
        };
        const Verdict verdict = test(tree, syllabus_, exercise, {}, early);
        worker_.post([this, since, verdict] { judged(verdict, since, true); });
        // While people read: what the next saves will need.
        prepare(tree, exercise);
        if (const Exercise* next = next_exercise(syllabus_, read_progress(tree))) {
          prepare(tree, *next);
        }
        if (line_.empty() || verdict.kind == Kind::passes) {
          prepare_decoder(tree, syllabus_);
          const std::string line = generated_line(tree, syllabus_).value_or("");
          worker_.post([this, line] {
            line_ = line;
            if (view_ == View::verdict) show(View::verdict);
          });
        }
        prepare_quiz(tree);
        worker_.post([this] { status_.clear(); });
      } catch (const Failure& failure) {
        worker_.post([this, words = std::string(failure.what())] { failed(words); });
      } catch (const std::exception& error) {
        worker_.post([this, words = std::string(error.what())] { failed(words); });
      }
    });
  }

  /// The decoder writes, with the part at hand even while it fails: that is worth hearing.
  void tell_story() {
    std::vector<With> with;
    const bool in_decoder = current_->part || !current_->replaces.empty();
    if (in_decoder && verdict_ && verdict_->kind == Kind::fails) {
      with.push_back({current_->name, ""});
    }
    story_ = with.empty() ? "" : "With your " + current_->name + " as it stands:\n\n";
    show(View::story);
    status_ = "building the decoder";
    worker_.begin([this, with, seed = std::to_string(n_stories_++)](const std::stop_token& stop) {
      Tree tree = tree_;
      tree.stop = stop;
      std::string end;
      try {
        end = tell(tree, syllabus_, with, {"--seed", seed}, [this](std::string_view piece) {
          worker_.post([this, words = std::string(piece)] {
            status_ = "writing";
            story_ += words;
            if (view_ == View::story) show(View::story);
          });
        });
      } catch (const Failure& failure) {
        end = failure.what();
      }
      worker_.post([this, end] {
        status_.clear();
        story_ += "\n\n" + end;
        if (view_ == View::story) show(View::story);
      });
    });
  }

  void judged(const Verdict& verdict, Clock::time_point since, bool named) {
    verdict_ = verdict;
    status_.clear();
    if (!named) {
      status_ = verdict.kind == Kind::passes ? "timing it beside the model's"
                                             : "comparing with known mistakes";
    }
    if (asked_) took_ = std::chrono::duration<double>(Clock::now() - since).count();
    count();
    // A verdict that somebody has asked for by saving comes before what they were reading; the one
    // that arrives with an exercise does not.
    if (view_ == View::verdict || asked_) {
      show(View::verdict);
    } else if (named) {
      message_ = current_->name + (verdict.kind == Kind::passes ? " passes" : " is judged") +
                 "; escape shows the verdict";
    }
    asked_ = false;
    if (!terminal_ && named) fmt::print("{}\n", text_of(View::verdict));
  }

  void failed(const std::string& words) {
    status_.clear();
    message_ = "kit: " + words.substr(0, words.find('\n'));
    if (!terminal_) fmt::print(stderr, "kit: {}\n", words);
  }

  void count() {
    progress_ = read_progress(tree_);
    n_done_ = static_cast<std::size_t>(std::ranges::count_if(
        syllabus_.exercises, [&](const Exercise& e) { return progress_.passed(e); }));
  }

  // ---- what is seen
  // ------------------------------------------------------------------------------

  std::string introduction() const {
    const Section section = read_section(current_->section());
    const Colour& c = colour();
    std::string text =
        fmt::format("{}{}{}  {}\n\n", c.bold, current_->name, c.reset, current_->chapter);
    const std::string why = first_paragraph(part_under(section, "Why"));
    if (!why.empty()) text += wrapped(rendered_inline(why), width(), "  ") + "\n";
    return text + fmt::format(
                      "  {0}r{1}  reads the section. Then open in your editor\n\n     {2}\n\n"
                      "  and write. Each time you save it, the verdict appears here.\n{3}",
                      c.bold, c.reset, current_->stub().string(), decoder_words());
  }

  /// What the decoder writes, as far as it is the student's.
  std::string decoder_words() const {
    return line_.empty() ? "" : "\n" + wrapped("The decoder writes: " + line_, width(), "  ");
  }

  std::string story_text() const {
    std::string text;
    for (const std::string& line : lines_of(story_)) {
      text += line.empty() ? "\n" : wrapped(line, width(), "  ");
    }
    return text;
  }

  std::string text_of(View view) {
    switch (view) {
      case View::section:
        return section_text(*current_, width());
      case View::list:
        return list_text(syllabus_, progress_);
      case View::hint:
        return hint_text(tree_, *current_);
      case View::diff:
        return diff_text(tree_, *current_);
      case View::story:
        return story_text();
      case View::verdict:
        break;
    }
    if (!verdict_) return introduction();
    if (verdict_->kind == Kind::not_started && terminal_) return introduction();
    std::string text =
        describe(syllabus_, progress_, *current_, *verdict_, terminal_ ? Help::keys : Help::words);
    if (terminal_ && verdict_->kind == Kind::passes) text += decoder_words();
    return text;
  }

  void show(View view) {
    try {
      const std::string text = text_of(view);
      const std::size_t columns_at_least_10 = std::max<std::size_t>(Terminal::size().columns, 10);
      content_.clear();
      for (const std::string& line : lines_of(text)) {  // nothing is lost behind the right edge
        std::string_view rest = line;
        do {
          const std::string_view part = fitting(rest, columns_at_least_10);
          content_.emplace_back(part);
          rest.remove_prefix(part.size());
        } while (!rest.empty());
      }
      if (view != view_) top_ = 0;
      view_ = view;
      if (view == View::verdict) top_ = 0;
    } catch (const Failure& failure) {
      message_ = failure.what();
    }
  }

  std::size_t width() const { return text_width() - 1; }
  std::size_t height() const {  // of the content
    const std::size_t rows = Terminal::size().rows;
    return rows > 4 ? rows - 4 : 1;
  }

  void scroll(const Key& key) {
    const std::size_t page = height() > 2 ? height() - 2 : 1;
    const bool down = key == "j" || key == "down", up = key == "k" || key == "up";
    if (view_ == View::list) {
      const std::size_t last = syllabus_.exercises.size() - 1;
      if (down) selected_ = std::min(selected_ + 1, last);
      if (up && selected_ > 0) --selected_;
      if (key == "page_down" || key == " ") selected_ = std::min(selected_ + page, last);
      if (key == "page_up" || key == "b") selected_ -= std::min(selected_, page);
      if (key == "home" || key == "g") selected_ = 0;
      if (key == "end" || key == "G") selected_ = last;
      return;
    }
    const std::size_t last = content_.size() > height() ? content_.size() - height() : 0;
    if (down) ++top_;
    if (up && top_ > 0) --top_;
    if (key == "page_down" || key == " ") top_ += page;
    if (key == "page_up" || key == "b") top_ -= std::min(top_, page);
    if (key == "home" || key == "g") top_ = 0;
    if (key == "end" || key == "G") top_ = last;
    top_ = std::min(top_, last);
  }

  /// In the list, the line of the selected exercise is marked and kept in sight.
  std::vector<std::string> with_selection() {
    std::vector<std::string> lines = content_;
    std::size_t n = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string bare = plain(lines[i]);
      if (!bare.starts_with("  ") || n++ != selected_) continue;
      lines[i] = fmt::format("\033[7m{}\033[0m", padded(bare, width()));
      if (i < top_ + 1) top_ = i > 0 ? i - 1 : 0;
      if (i >= top_ + height()) top_ = i + 1 - height();
      break;
    }
    return lines;
  }

  std::string done_words() const {
    return fmt::format("{} of {} exercises done", n_done_, syllabus_.exercises.size());
  }

  std::vector<std::string> screen() {
    const Colour& c = colour();
    const Terminal::Size size = Terminal::size();
    const std::string left = fmt::format(" {}Quarter Turn{}  {}", c.bold, c.reset, current_->name);
    const std::string right = " " + done_words() + " ";
    std::vector<std::string> lines = {
        padded(left, size.columns - std::min(size.columns, columns(right))) + right};
    std::string rule;
    for (std::size_t i = 0; i < size.columns; ++i) {
      const bool done = i * syllabus_.exercises.size() < n_done_ * size.columns;
      rule += done ? "━" : "─";
    }
    lines.push_back(fmt::format("{}{}", c.dim, rule));

    const std::vector<std::string> content = view_ == View::list ? with_selection() : content_;
    for (std::size_t i = 0; i < height(); ++i) {
      lines.push_back(top_ + i < content.size() ? content[top_ + i] : "");
    }

    std::string below;
    if (!message_.empty()) {
      below = fmt::format(" {}{}{}", c.yellow, message_, c.reset);
    } else if (!status_.empty()) {
      below = fmt::format(" {}{} …{}", c.blue, status_, c.reset);
    } else if (verdict_ && took_ > 0) {
      below = fmt::format(" {}{:.2f} s from save to verdict{}", c.dim, took_, c.reset);
    }
    if (content.size() > height()) {
      const std::string more = fmt::format(
          "{}j k scroll  {}/{} ", c.dim, std::min(top_ + height(), content.size()), content.size());
      below =
          padded(std::string(fitting(below, size.columns - std::min(size.columns, columns(more)))),
                 size.columns - std::min(size.columns, columns(more))) +
          more;
    }
    lines.push_back(below);
    lines.push_back(
        view_ == View::list
            ? " j k choose  enter go there  l back  q quit"
            : " h hint  l list  n next  p back  r read  t test  x run  c quiz  d diff  q quit");
    while (lines.size() > size.rows) lines.erase(lines.begin());  // a very low window
    return lines;
  }

  const Tree& tree_;
  const Syllabus& syllabus_;
  Signals signals_;
  Watcher watcher_;
  std::optional<Terminal> terminal_;
  const Exercise* current_ = nullptr;
  Progress progress_;
  std::size_t n_done_ = 0;
  std::optional<Verdict> verdict_;
  View view_ = View::verdict;
  std::vector<std::string> content_;
  std::size_t top_ = 0, selected_ = 0;
  std::string status_, message_;
  std::string line_;   // the decoder's
  std::string story_;  // what it writes when asked by a key
  int n_stories_ = 0;
  double took_ = 0;
  bool asked_ = false;                      // for the next verdict, by a save or a key
  std::optional<Clock::time_point> saved_;  // the first event of a save that is not yet looked at
  Clock::time_point last_event_ = Clock::now(), last_look_ = Clock::now();
  Clock::time_point last_key_;
  std::optional<Exit> end_;
  Worker worker_;  // last: it ends before what it talks about
};

}  // namespace

Exit watch(const Tree& tree, const Syllabus& syllabus, const Exercise* first) {
  Loop loop(tree, syllabus);
  return loop.run(first == nullptr ? syllabus.exercises.back() : *first);
}

}  // namespace kit
