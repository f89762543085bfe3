#include "quiz/questions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <sstream>

#include "front/section.hpp"

namespace kit {
namespace {

constexpr std::array<std::string_view, 6> kinds = {"choice", "numeric", "truth",
                                                   "text",   "predict", "bug"};

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t at; (at = text.find(separator)) != std::string_view::npos;) {
    parts.push_back(trimmed(text.substr(0, at)));
    text.remove_prefix(at + separator.size());
  }
  parts.push_back(trimmed(text));
  return parts;
}

/// One file, line by line.
class Reader {
 public:
  Reader(const Syllabus& syllabus, const std::string& chapter, const fs::path& file,
         Questions& questions)
      : syllabus_(syllabus), chapter_(chapter), file_(file), questions_(questions) {}

  void read() {
    bool comment = false;
    for (const std::string& line : lines_of(read_file(file_))) {
      ++n_;
      if (!fence_ && line.starts_with("<!--")) comment = true;
      if (comment) {
        comment = line.find("-->") == std::string::npos;
      } else if (!fence_ && line.starts_with("## ")) {
        finish();
        question_ = {};
        question_.id = trimmed(line.substr(3));
        question_.chapter = chapter_;
        question_.file = file_;
        question_.line = n_;
        begun_ = true;
      } else if (begun_) {
        take(line);
      }
    }
    finish();
  }

 private:
  void take(const std::string& line) {
    Question& q = question_;
    if (line.starts_with("```")) {
      if (!fence_) n_code_ = 0;
      fence_ = !fence_;
    } else if (fence_) {
      ++n_code_;
      static constexpr std::string_view mark = "// bug";
      if (q.kind == Ask::bug && line.ends_with(mark)) {
        q.bug_lines.push_back(n_code_);
        q.text += line.substr(0, line.find_last_not_of(' ', line.size() - mark.size() - 1) + 1);
        q.text += "\n";
        return;
      }
    } else if (q.exercise.empty()) {
      if (!line.empty()) attributes(line);
      return;
    } else if (line.starts_with("let ") && q.text.empty()) {
      let(line);
      return;
    } else if (line.starts_with("- [x] ") || line.starts_with("- [ ] ")) {
      q.options.push_back({line[3] == 'x', line.substr(6), ""});
      return;
    } else if (!q.options.empty() && !line.empty()) {
      const std::string bare = trimmed(line);
      if (!line.starts_with("  ")) return problem("after a choice only its reply may follow");
      std::string& words = bare[0] == '>' ? q.options.back().reply : q.options.back().text;
      words += (words.empty() ? "" : " ") + trimmed(bare[0] == '>' ? bare.substr(1) : bare);
      return;
    }
    if (q.options.empty() && !(q.text.empty() && line.empty())) q.text += line + "\n";
  }

  /// KIND · EXERCISE · HEADING, then `exam` or `4 digits`.
  void attributes(const std::string& line) {
    Question& q = question_;
    const std::vector<std::string> words = split(line, "·");
    const auto kind = std::ranges::find(kinds, words[0]);
    if (words.size() < 3 || kind == kinds.end()) {
      q.exercise = "?";
      return problem("needs a line like `choice · rms_norm · By hand` under its heading, found \"" +
                     line + "\"; kinds are " + fmt::format("{}", fmt::join(kinds, ", ")));
    }
    q.kind = static_cast<Ask>(kind - kinds.begin());
    q.exercise = words[1];
    q.heading = words[2];
    for (std::size_t i = 3; i < words.size(); ++i) {
      if (words[i] == "exam") {
        q.exam = true;
      } else if (words[i].ends_with(" digits") && words[i][0] >= '1' && words[i][0] <= '9') {
        q.digits = words[i][0] - '0';
      } else {
        problem("what is \"" + words[i] + "\"? Known are `exam` and `4 digits`");
      }
    }
    const Exercise* const exercise = syllabus_.find(q.exercise);
    if (exercise == nullptr || exercise->chapter != chapter_) {
      problem("there is no exercise " + q.exercise + " in " + chapter_);
    } else if (!has_heading(*exercise, q.heading)) {
      problem(exercise->section().string() + " has no heading \"" + q.heading + "\"");
    }
  }

  static bool has_heading(const Exercise& exercise, const std::string& heading) {
    for (const std::string& line : lines_of(read_section(exercise.section()).text)) {
      if (line == "## " + heading) return true;
    }
    return false;
  }

  void let(const std::string& line) {
    const std::size_t equals = line.find(" = ");
    if (equals == std::string::npos) return problem("let needs NAME = VALUE | VALUE …");
    question_.lets.push_back(
        {trimmed(line.substr(4, equals - 4)), split(line.substr(equals), "|")});
    std::string& first = question_.lets.back().values.front();
    first = trimmed(first.substr(1));
  }

  void finish() {
    if (fence_) problem("a fence does not end");
    fence_ = false;
    if (!begun_) return;
    Question& q = question_;
    check();
    if (problems_ == 0) questions_.all.push_back(q);
    problems_ = 0;
    begun_ = false;
  }

  void check() {
    using enum Ask;
    Question& q = question_;
    if (q.exercise.empty()) return problem("is empty");
    while (q.text.ends_with("\n\n")) q.text.pop_back();
    if (q.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos) {
      problem("its name may have small letters, digits and - only");
    }
    if (q.text.empty()) problem("asks nothing");
    const auto n_right = std::ranges::count(q.options, true, &Question::Option::right);
    if (n_right != (q.kind == text ? 0 : 1)) {
      problem(q.kind == text ? "points of a rubric stand as - [ ]"
                             : fmt::format("has {} right answers - [x], needs 1", n_right));
    }
    if (q.options.size() < (q.kind == choice || q.kind == bug ? 3u : q.kind == truth ? 2u : 1u)) {
      problem(fmt::format("has only {} answers", q.options.size()));
    }
    if (q.kind == truth && (q.options.size() != 2 || q.options[0].text == q.options[1].text ||
                            !is_truth(q.options[0].text) || !is_truth(q.options[1].text))) {
      problem("needs - [x] and - [ ], of true and false");
    }
    const bool code = q.text.find("```cpp\n") != std::string::npos;
    if ((q.kind == predict || q.kind == bug) && !code) problem("needs a fence of cpp");
    if (q.kind == bug && q.bug_lines.empty()) problem("no line of its code ends in // bug");
    if (q.kind == bug && n_code_ > 8) problem("has more than eight lines of code");
    typed_by_hand(q.text);
    std::set<std::string> replies;
    for (Question::Option& option : q.options) {
      if (q.kind == text) continue;
      if (option.reply.empty()) problem("\"" + option.text + "\" has no reply (  > …)");
      if (!option.reply.empty() && !replies.insert(option.reply).second) {
        problem("two answers have the same reply: " + option.reply);
      }
      typed_by_hand(option.reply);
      if (q.kind != numeric && q.kind != predict) {
        typed_by_hand(option.text);
        continue;
      }
      if (option.text.size() < 3 || option.text.front() != '`' || option.text.back() != '`') {
        problem("\"" + option.text + "\" must stand in `backquotes`");
      } else {
        option.text = option.text.substr(1, option.text.size() - 2);
      }
    }
  }

  /// A number with three decimals that nobody computes, outside of code and {braces}.
  void typed_by_hand(const std::string& words) {
    bool code = false;
    int braces = 0, decimals = -1;
    for (const char c : words + " ") {
      if (c == '{') ++braces;
      const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
      if (digit && decimals >= 0) ++decimals;
      if (!digit && decimals >= 3 && !code && braces == 0) {
        problem("a number with three decimals is typed by hand; write {expression:3}");
      }
      if (!digit) decimals = c == '.' ? 0 : -1;
      if (c == '}') --braces;
      if (c == '`') code = !code;
    }
  }

  static bool is_truth(const std::string& text) { return text == "true" || text == "false"; }

  void problem(const std::string& words) {
    ++problems_;
    const int line = begun_ ? question_.line : n_;
    questions_.problems.push_back(
        fmt::format("{}:{}: {}: {}", file_.string(), line, question_.id, words));
  }

  const Syllabus& syllabus_;
  const std::string& chapter_;
  const fs::path file_;
  Questions& questions_;
  Question question_;
  bool begun_ = false, fence_ = false;
  int n_ = 0, n_code_ = 0, problems_ = 0;
};

bool same_bones(const Question& a, const Question& b) {
  if (a.kind != b.kind || a.exercise != b.exercise || a.heading != b.heading || a.exam != b.exam ||
      a.digits != b.digits || a.bug_lines != b.bug_lines || a.options.size() != b.options.size() ||
      a.lets.size() != b.lets.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.options.size(); ++i) {
    if (a.options[i].right != b.options[i].right) return false;
    const bool given = a.kind == Ask::numeric || a.kind == Ask::predict || a.kind == Ask::truth;
    if (given && a.options[i].text != b.options[i].text) return false;
  }
  for (std::size_t i = 0; i < a.lets.size(); ++i) {
    if (a.lets[i].name != b.lets[i].name || a.lets[i].values != b.lets[i].values) return false;
  }
  return true;
}

fs::path answered_file(const Tree& tree) {
  return tree.root / ".kit/questions";
}

}  // namespace

std::string_view word(Ask kind) {
  return kinds[static_cast<std::size_t>(kind)];
}

const Question* Questions::find(std::string_view id) const {
  const auto found = std::ranges::find(all, id, &Question::id);
  return found == all.end() ? nullptr : &*found;
}

std::size_t Questions::about(const Exercise& exercise) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      all, [&](const Question& q) { return q.exercise == exercise.name && !q.exam; }));
}

Questions read_questions(const Syllabus& syllabus, std::string_view chapter,
                         std::string_view language) {
  Questions questions;
  for (const std::string& one : syllabus.chapters()) {
    if (!chapter.empty() && one != chapter) continue;
    const fs::path file = fs::path("checkpoints") / (one + ".md");
    if (fs::exists(file)) Reader(syllabus, one, file, questions).read();
    const fs::path other = fs::path("checkpoints") / fmt::format("{}.{}.md", one, language);
    if (language.empty() || !fs::exists(other)) continue;
    Questions translated;
    Reader(syllabus, one, other, translated).read();
    questions.problems.insert(questions.problems.end(), translated.problems.begin(),
                              translated.problems.end());
    for (const Question& q : translated.all) {
      const auto found = std::ranges::find(questions.all, q.id, &Question::id);
      if (found == questions.all.end()) {
        questions.problems.push_back(q.where() + ": " + q.id + ": is not in " + file.string());
      } else if (!same_bones(*found, q)) {
        questions.problems.push_back(q.where() + ": " + q.id + ": its second line, values, marks " +
                                     "or `keys` are not those of " + found->where());
      } else {
        *found = q;
      }
    }
  }
  std::set<std::string> ids;
  for (const Question& q : questions.all) {
    if (ids.insert(q.id).second) continue;
    questions.problems.push_back(q.where() + ": " + q.id + ": another question has this name");
  }
  return questions;
}

std::map<std::string, Answered> read_answered(const Tree& tree) {
  std::map<std::string, Answered> all;
  for (const std::string& text : lines_of(read_file(answered_file(tree)))) {
    std::istringstream line(text);
    std::string id, verdict;
    int times = 0;
    if (line >> id >> verdict >> times) all[id] = {verdict == "right", times};
  }
  return all;
}

void write_answered(const Tree& tree, const std::map<std::string, Answered>& answered) {
  std::string text;
  for (const auto& [id, last] : answered) {
    text += fmt::format("{} {} {}\n", id, last.right ? "right" : "wrong", last.times);
  }
  write_file(answered_file(tree), text);
}

}  // namespace kit
