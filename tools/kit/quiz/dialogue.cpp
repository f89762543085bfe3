#include "quiz/dialogue.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <iostream>
#include <map>
#include <optional>

#include "front/documents.hpp"
#include "front/markdown.hpp"
#include "quiz/mark.hpp"

namespace kit {
namespace {

std::string shown(const Asked& asked) {
  const Question& q = *asked.question;
  std::string text = rendered(q.kind == Ask::bug ? numbered(asked.text) : asked.text, text_width());
  if (q.kind == Ask::truth) return text + "\n  true or false?\n";
  if (q.kind == Ask::bug) text += "\nWhich line, and what does it do?\n";
  if (q.kind != Ask::choice && q.kind != Ask::bug) return text;
  text += "\n";
  for (std::size_t i = 0; i < asked.options.size(); ++i) {
    text += wrapped(rendered_inline(asked.options[i].text), text_width(), "     ",
                    fmt::format("  {}  ", static_cast<char>('a' + i)));
  }
  return text;
}

/// The right answer, in words.
std::string right_answer(const Asked& asked) {
  for (std::size_t i = 0; i < asked.options.size(); ++i) {
    const Question::Option& option = asked.options[i];
    if (!option.right) continue;
    std::string words = asked.values.empty() ? option.text : asked.values[i].shown;
    if (asked.question->kind == Ask::bug) {
      words = fmt::format("line {}: {}", asked.question->bug_lines.front(), words);
    }
    return words + (words.ends_with('.') ? " " : ". ") + option.reply;
  }
  return "";
}

/// One quiz in a terminal or a pipe.
class Dialogue {
 public:
  Dialogue(const Tree& tree, bool exam, std::uint64_t seed)
      : tree_(tree), exam_(exam), seed_(seed), answered_(read_answered(tree)) {}

  void ask_all(const std::vector<Asked>& first, const std::vector<Asked>& second) {
    const Colour& c = colour();
    fmt::print("{}; q ends, and what you have answered is kept.\n\n",
               one_or_many(first.size(), "question"));
    std::deque<std::pair<const Asked*, bool>> waiting;  // the question; is it back?
    for (const Asked& asked : first) waiting.emplace_back(&asked, false);
    for (std::size_t n = 1; !waiting.empty(); ++n) {
      const auto [asked, back] = waiting.front();
      waiting.pop_front();
      fmt::print("{}{}/{}  {}{}{}\n\n", c.bold, n, n + waiting.size(), asked->question->exercise,
                 back ? "  once more" : "", c.reset);
      fmt::print("{}\n", shown(*asked));
      const std::optional<bool> right = ask(*asked);
      if (!right) break;
      note(*asked, *right);
      if (!*right && !exam_) {
        say(back ? right_answer(*asked) : "It comes back later.");
        if (!back)
          waiting.emplace_back(&second[static_cast<std::size_t>(asked - first.data())], true);
      }
      fmt::print("\n");
    }
    if (exam_) {
      for (const std::string& words : after_exam_) fmt::print("{}\n", words);
    }
    fmt::print(
        "{} of {} right{}; --seed {} draws the same numbers again.\n", n_right_, n_first_,
        n_first_ < first.size() ? fmt::format(" ({} not answered)", first.size() - n_first_) : "",
        seed_);
  }

 private:
  /// Right or wrong; nothing if that was the end.
  std::optional<bool> ask(const Asked& asked) {
    if (asked.question->kind == Ask::text) return ask_in_words(asked);
    while (true) {
      const auto answer = line("> ");
      if (!answer) return {};
      const Mark judged = mark(asked, *answer);
      if (judged.kind == Mark::Kind::unreadable) {
        fmt::print("  {} (q ends the quiz)\n", judged.words);
        continue;
      }
      const bool right = judged.kind == Mark::Kind::right;
      if (exam_) {
        after_exam_.push_back(verdict(asked, judged));
        return right;
      }
      if (asked.question->kind == Ask::predict) show_run(asked);
      if (right && asked.question->kind == Ask::truth) return ask_reason(asked, judged);
      fmt::print("{}", verdict(asked, judged));
      return right;
    }
  }

  /// A text is ticked by whoever wrote it, point by point.
  std::optional<bool> ask_in_words(const Asked& asked) {
    if (!words("> ")) return {};
    fmt::print("\n  A good answer says:\n");
    bool all = true;
    for (const Question::Option& point : asked.options) {
      fmt::print("{}", wrapped(rendered_inline(point.text), text_width(), "    ", "  · "));
      const auto said = yes("    did yours? y/n ");
      if (!said) return {};
      if (!*said && !point.reply.empty()) say(point.reply);
      all = all && *said;
    }
    if (!all) fmt::print("  {}\n", where(asked));
    return all;
  }

  std::optional<bool> ask_reason(const Asked& asked, const Mark& judged) {
    fmt::print("  Yes. Why?\n");
    if (!words("> ")) return {};
    say(judged.words);
    const auto same = yes("  is that your reason? y/n ");
    if (same && !*same) fmt::print("  {}\n", where(asked));
    return same;
  }

  std::string verdict(const Asked& asked, const Mark& judged) const {
    const Colour& c = colour();
    const bool right = judged.kind == Mark::Kind::right;
    const std::string head =
        fmt::format("{}{}{}", right ? c.green : c.red, right ? "Right." : "No.", c.reset);
    std::string text = wrapped(head + " " + rendered_inline(judged.words), text_width(), "  ");
    if (exam_ && !right) {
      text = fmt::format("{}{}", shown(asked), text) +
             wrapped(rendered_inline(right_answer(asked)), text_width(), "  ");
    }
    if (!right) text += fmt::format("  {}\n", where(asked));
    return exam_ && right ? "" : text;
  }

  static std::string where(const Asked& asked) {
    return fmt::format("`./kit read {}` says so under \"{}\"", asked.question->exercise,
                       asked.question->heading);
  }

  void show_run(const Asked& asked) const {
    if (const auto output = printed_by(tree_, asked)) {
      fmt::print("  It prints:\n{}", indented(*output, "    "));
      if (!output->ends_with('\n')) fmt::print("\n");
    }
  }

  static void say(const std::string& words) {
    if (words.empty()) return;
    fmt::print("{}", wrapped(rendered_inline(words), text_width(), "  "));
  }

  /// Nothing at the end of the input, or if that is wanted.
  static std::optional<std::string> line(const std::string& prompt) {
    fmt::print("{}", prompt);
    std::fflush(stdout);
    std::string text;
    if (!std::getline(std::cin, text)) {
      fmt::print("\n");
      return {};
    }
    if (!is_terminal(STDIN_FILENO)) fmt::print("{}\n", well_formed(text));  // nobody echoes it
    if (text == "q" || text == "quit") return {};
    return text;
  }

  static std::optional<std::string> words(const std::string& prompt) {
    while (true) {
      const auto text = line(prompt);
      if (!text || text->find_first_not_of(" \t\r") != std::string::npos) return text;
      fmt::print("  please answer in your own words (q ends the quiz)\n");
    }
  }

  static std::optional<bool> yes(const std::string& prompt) {
    while (true) {
      const auto text = line(prompt);
      if (!text) return {};
      if (*text == "y" || *text == "yes") return true;
      if (*text == "n" || *text == "no") return false;
      fmt::print("  y or n, please (q ends the quiz)\n");
    }
  }

  void note(const Asked& asked, bool right) {
    Answered& last = answered_[asked.question->id];
    if (std::ranges::find(seen_, asked.question) == seen_.end()) {
      seen_.push_back(asked.question);
      ++n_first_;
      n_right_ += right ? 1 : 0;
    }
    last = {right, last.times + 1};
    write_answered(tree_, answered_);
  }

  const Tree& tree_;
  const bool exam_;
  const std::uint64_t seed_;
  std::map<std::string, Answered> answered_;
  std::vector<const Question*> seen_;
  std::vector<std::string> after_exam_;
  std::size_t n_first_ = 0, n_right_ = 0;
};

}  // namespace

void hold_dialogue(const Tree& tree, const std::vector<Asked>& first,
                   const std::vector<Asked>& second, std::uint64_t seed) {
  Dialogue(tree, second.empty(), seed).ask_all(first, second);
}

}  // namespace kit
