#include "quiz/quiz.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <deque>
#include <iostream>
#include <iterator>
#include <list>
#include <set>

#include "front/documents.hpp"
#include "front/json.hpp"
#include "front/markdown.hpp"
#include "quiz/asked.hpp"

namespace kit {
namespace {

constexpr std::size_t at_a_time = 10;  // without a chapter
constexpr std::size_t least_in_chapter = 8;

/// Of a chapter, or of an exercise; of everything if the name is empty.
std::vector<const Question*> about(const Syllabus& syllabus, const Questions& questions,
                                   const std::string& name) {
  const std::vector<const Exercise*> exercises =
      syllabus.select(name.empty() ? std::vector<std::string>{} : std::vector{name});
  std::vector<const Question*> chosen;
  for (const Question& q : questions.all) {
    if (std::ranges::find(exercises, q.exercise, &Exercise::name) != exercises.end()) {
      chosen.push_back(&q);
    }
  }
  return chosen;
}

/// Without a name: what was answered wrong and what belongs to exercises that have passed; if that
/// is nothing, the chapter of the next exercise.
std::vector<const Question*> due(const Tree& tree, const Syllabus& syllabus,
                                 const Questions& questions) {
  const Progress progress = read_progress(tree);
  const auto answered = read_answered(tree);
  std::vector<const Question*> wrong, fresh, next_chapter;
  const Exercise* const next = next_exercise(syllabus, progress);
  for (const Question& q : questions.all) {
    if (q.exam) continue;
    const auto last = answered.find(q.id);
    if (last != answered.end() && last->second.right) continue;
    if (last != answered.end()) {
      wrong.push_back(&q);
    } else if (progress.ever_passed(syllabus.at(q.exercise))) {
      fresh.push_back(&q);
    } else if (next != nullptr && q.chapter == next->chapter) {
      next_chapter.push_back(&q);
    }
  }
  wrong.insert(wrong.end(), fresh.begin(), fresh.end());
  if (wrong.empty()) wrong = next_chapter;
  if (wrong.size() > at_a_time) wrong.resize(at_a_time);
  return wrong;
}

/// What was right last time is left out, unless that is all.
void leave_out_known(const Tree& tree, std::vector<const Question*>& questions) {
  const auto answered = read_answered(tree);
  std::vector<const Question*> open = questions;
  std::erase_if(open, [&](const Question* q) {
    const auto last = answered.find(q->id);
    return last != answered.end() && last->second.right;
  });
  if (!open.empty()) questions = open;
}

std::vector<const Question*> exam_paper(std::vector<const Question*> questions, int n,
                                        std::uint64_t seed) {
  std::erase_if(questions, [](const Question* q) { return q->kind == Ask::text; });
  if (static_cast<std::size_t>(n) > questions.size()) {
    throw Failure(Exit::usage,
                  fmt::format("an exam of {} questions was asked for, and there are {} that can be "
                              "graded; take fewer, or leave out the chapter",
                              n, questions.size()));
  }
  for (std::size_t k = questions.size(); k > 1; --k) {
    std::swap(questions[k - 1], questions[drawn(seed, "exam" + std::to_string(k), k)]);
  }
  questions.resize(static_cast<std::size_t>(n));
  return questions;
}

/// Code with its lines numbered, so that one can be named.
std::string numbered(const std::string& text) {
  std::string result;
  bool code = false;
  int n = 0;
  for (const std::string& line : lines_of(text)) {
    const bool border = line.starts_with("```");
    if (border) code = !code;
    result += code && !border ? fmt::format("{:>2}  {}\n", ++n, line) : line + "\n";
  }
  return result;
}

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
  Dialogue(const Tree& tree, const QuizWishes& wishes, std::uint64_t seed)
      : tree_(tree), exam_(wishes.exam > 0), seed_(seed), answered_(read_answered(tree)) {}

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

std::vector<Asked> posed(const std::vector<const Question*>& questions, std::uint64_t seed) {
  std::vector<Asked> all;
  for (const Question* q : questions) all.push_back(pose({q, seed}));
  return all;
}

/// What an exam asks, for whoever prints it.
std::string paper_json(const std::vector<Asked>& paper, std::uint64_t seed) {
  std::vector<Json> questions;
  for (const Asked& asked : paper) {
    const Question& q = *asked.question;
    std::vector<std::string> choices;
    if (q.kind == Ask::choice || q.kind == Ask::bug) {
      for (const Question::Option& option : asked.options) choices.push_back(option.text);
    }
    questions.push_back(Json{{"id", q.id},
                             {"kind", word(q.kind)},
                             {"text", q.kind == Ask::bug ? numbered(asked.text) : asked.text},
                             {"choices", choices},
                             {"answer_by", wanted(asked)}});
  }
  return Json{{"seed", seed}, {"questions", questions}}.text() + "\n";
}

/// answers.json against the paper.
std::string graded_json(const std::vector<Asked>& paper, std::uint64_t seed,
                        const std::map<std::string, std::string>& answers) {
  for (const auto& [id, unused] : answers) {
    if (std::ranges::none_of(paper, [&](const Asked& a) { return a.question->id == id; })) {
      std::vector<std::string> ids;
      for (const Asked& asked : paper) ids.push_back(asked.question->id);
      throw Failure(Exit::usage, "answers: this exam has no question \"" + id + "\"" +
                                     nearest(id, ids) + "; was it another seed?");
    }
  }
  std::vector<Json> questions;
  int n_right = 0;
  for (const Asked& asked : paper) {
    const auto found = answers.find(asked.question->id);
    const std::string answer = found == answers.end() ? "" : found->second;
    const Mark judged = mark(asked, answer);
    const bool right = judged.kind == Mark::Kind::right;
    n_right += right ? 1 : 0;
    questions.push_back(Json{{"id", asked.question->id},
                             {"exercise", asked.question->exercise},
                             {"kind", word(asked.question->kind)},
                             {"answer", answer},
                             {"verdict", found == answers.end()                  ? "unanswered"
                                         : judged.kind == Mark::Kind::unreadable ? "unreadable"
                                         : right                                 ? "right"
                                                                                 : "wrong"},
                             {"reply", judged.words}});
  }
  return Json{{"seed", seed}, {"right", n_right}, {"of", paper.size()}, {"questions", questions}}
             .text() +
         "\n";
}

Exit list(const Tree& tree, const std::vector<const Question*>& questions, bool json) {
  if (json) {
    std::vector<Json> all;
    for (const Question* q : questions) {
      all.push_back(Json{{"id", q->id},
                         {"chapter", q->chapter},
                         {"exercise", q->exercise},
                         {"kind", word(q->kind)},
                         {"exam", q->exam}});
    }
    fmt::print("{}\n", Json{{"questions", all}}.text());
    return Exit::done;
  }
  const auto answered = read_answered(tree);
  std::string chapter;
  for (const Question* q : questions) {
    if (q->chapter != chapter) {
      fmt::print("{}{}\n", chapter.empty() ? "" : "\n", q->chapter);
      chapter = q->chapter;
    }
    const auto last = answered.find(q->id);
    const char* const state = last == answered.end() ? "·" : last->second.right ? "✓" : "✗";
    fmt::print("  {} {:<32} {:<22} {}{}\n", state, q->id, q->exercise, word(q->kind),
               q->exam ? ", for exams" : "");
  }
  fmt::print("\n{}\n", one_or_many(questions.size(), "question"));
  return Exit::done;
}

/// zh, if there is a checkpoints/NN_chapter.zh.md.
std::set<std::string> languages() {
  std::set<std::string> all;
  std::error_code ignored;  // no folder, no languages
  for (const auto& entry : fs::directory_iterator("checkpoints", ignored)) {
    const std::string language = entry.path().stem().extension();
    if (!language.empty()) all.insert(language.substr(1));
  }
  return all;
}

/// Each of them with every value of its lets.
void draw_all(const Questions& questions, const std::vector<const Exercise*>& selected,
              std::vector<Draw>& draws) {
  for (const Question& q : questions.all) {
    if (std::ranges::find(selected, q.exercise, &Exercise::name) == selected.end()) continue;
    std::size_t variants = 1;
    for (const Question::Let& let : q.lets) variants = std::max(variants, let.values.size());
    for (std::size_t i = 0; i < variants; ++i) draws.push_back({&q, 1, i});
  }
}

/// What is wrong with a question as it is asked: its keys, and what is taken for them.
std::vector<std::string> problems_of(const Tree& tree, const Asked& asked) {
  std::vector<std::string> problems = asked.problems;
  const Ask kind = asked.question->kind;
  if (!problems.empty() || (kind != Ask::numeric && kind != Ask::predict)) return problems;
  for (std::size_t i = 0; i < asked.options.size(); ++i) {
    const Question::Option& option = asked.options[i];
    const std::string answer = asked.values.empty() ? option.text : asked.values[i].shown;
    const Mark judged = mark_option(asked, i);
    if (judged.kind == Mark::Kind::unreadable) {
      problems.push_back("\"" + answer + "\" is no answer to it: " + judged.words);
    } else if (judged.words != option.reply) {
      problems.push_back(
          fmt::format("`{}` is {}, which another answer is, too", option.text, answer));
    }
  }
  if (kind != Ask::predict) return problems;
  const auto printed = printed_by(tree, asked);
  if (!printed || mark(asked, *printed).kind != Mark::Kind::right) {
    problems.push_back("its program prints \"" + printed.value_or("nothing: it does not compile") +
                       "\"");
  }
  return problems;
}

std::uint64_t seed_of_now() {
  return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) /
         1000 % 1'000'000;
}

}  // namespace

Exit quiz(const Tree& tree, const Syllabus& syllabus, const QuizWishes& wishes) {
  if (wishes.json && !wishes.list && wishes.exam == 0) {
    throw Failure(Exit::usage, "--json goes with --list or with --exam N");
  }
  if (!wishes.language.empty() &&
      !std::ranges::all_of(wishes.language, [](unsigned char c) { return std::islower(c) != 0; })) {
    throw Failure(Exit::usage, "--language needs a code like zh, not \"" + wishes.language + "\"");
  }
  const Questions all = read_questions(syllabus, {}, wishes.language);
  for (const std::string& problem : all.problems) fmt::print(stderr, "left out: {}\n", problem);
  std::vector<const Question*> chosen = about(syllabus, all, wishes.about);
  if (wishes.list) return list(tree, chosen, wishes.json);

  const std::uint64_t seed = wishes.seed.value_or(seed_of_now());
  if (wishes.exam > 0) {
    chosen = exam_paper(chosen, wishes.exam, seed);
  } else if (wishes.about.empty()) {
    chosen = due(tree, syllabus, all);
  } else {
    std::erase_if(chosen, [](const Question* q) { return q->exam; });
    if (!wishes.seed) leave_out_known(tree, chosen);
  }
  if (chosen.empty()) {
    fmt::print("No questions {}.\n",
               wishes.about.empty()
                   ? "are due: all are answered right, or their exercises have yet "
                     "to pass; `./kit quiz 01` asks a chapter"
                   : "on " + wishes.about);
    return Exit::done;
  }
  const std::vector<Asked> first = posed(chosen, seed);
  if (wishes.json) {
    std::string answers;
    if (!is_terminal(STDIN_FILENO)) {
      answers.assign(std::istreambuf_iterator<char>(std::cin), {});
    }
    fmt::print("{}", answers.empty() ? paper_json(first, seed)
                                     : graded_json(first, seed, read_answers(answers)));
    return Exit::done;
  }
  std::vector<Asked> second;
  if (wishes.exam == 0) second = posed(chosen, seed + 1);
  Dialogue(tree, wishes, seed).ask_all(first, second);
  return Exit::done;
}

Exit verify_questions(const Tree& tree, const Syllabus& syllabus,
                      const std::vector<std::string>& names) {
  const std::vector<const Exercise*> selected = syllabus.select(names);
  const Questions all = read_questions(syllabus);
  std::vector<std::string> problems = all.problems;
  int total = 0, keys = 0;
  std::vector<Draw> draws;
  draw_all(all, selected, draws);
  std::map<std::string, std::map<std::string_view, int>> counts;
  std::map<std::string, std::size_t> in_chapter;
  for (const Question& q : all.all) {
    ++in_chapter[q.chapter];
    if (std::ranges::find(selected, q.exercise, &Exercise::name) == selected.end()) continue;
    ++total;
    ++counts[q.chapter][word(q.kind)];
  }
  std::list<Questions> translated;
  for (const std::string& language : languages()) {
    Questions other = read_questions(syllabus, {}, language);
    std::erase_if(other.all, [](const Question& q) { return q.file.stem() == q.chapter; });
    std::erase_if(other.problems, [&](const std::string& problem) {
      return std::ranges::find(all.problems, problem) != all.problems.end();
    });
    problems.insert(problems.end(), other.problems.begin(), other.problems.end());
    translated.push_back(std::move(other));
    draw_all(translated.back(), selected, draws);
  }
  for (const std::string& chapter : syllabus.chapters()) {
    const bool ours = std::ranges::find(selected, chapter, &Exercise::chapter) != selected.end();
    if (!ours || in_chapter[chapter] >= least_in_chapter) continue;
    problems.push_back(fmt::format("checkpoints/{}.md: has {}, needs {}", chapter,
                                   one_or_many(in_chapter[chapter], "question"), least_in_chapter));
  }
  for (const Exercise* exercise : selected) {
    if (all.about(*exercise) > 0) continue;
    problems.push_back("checkpoints/" + exercise->chapter + ".md: has no question about " +
                       exercise->name);
  }
  for (const Draw& draw : draws) {
    const Asked asked = pose(draw);
    const Question& q = *asked.question;
    if (q.kind == Ask::numeric) keys += static_cast<int>(asked.values.size());
    for (const std::string& words : problems_of(tree, asked)) {
      problems.push_back(q.where() + ": " + q.id + ": " + words);
    }
  }
  Json::Members chapters;
  for (const auto& [chapter, by_kind] : counts) {
    Json::Members kinds;
    for (const auto& [kind, n] : by_kind) kinds.emplace_back(kind, n);
    chapters.emplace_back(chapter, kinds);
  }
  fmt::print(
      "{}\n",
      Json{{"questions", total}, {"keys", keys}, {"by_chapter", chapters}, {"problems", problems}}
          .text());
  return Exit::done;
}

}  // namespace kit
