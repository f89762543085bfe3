#include "quiz/quiz.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <iterator>

#include "front/documents.hpp"
#include "front/json.hpp"
#include "quiz/asked.hpp"
#include "quiz/dialogue.hpp"
#include "quiz/exam.hpp"

namespace kit {
namespace {

constexpr std::size_t at_a_time = 10;  // without a chapter

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

std::vector<Asked> posed(const std::vector<const Question*>& questions, std::uint64_t seed) {
  std::vector<Asked> all;
  for (const Question* q : questions) all.push_back(pose({q, seed}));
  return all;
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
  hold_dialogue(tree, first, second, seed);
  return Exit::done;
}

}  // namespace kit
