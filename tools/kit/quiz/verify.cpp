// The questions themselves: what `kit verify` knows of them.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <list>
#include <map>
#include <set>

#include "front/json.hpp"
#include "quiz/asked.hpp"
#include "quiz/mark.hpp"
#include "quiz/quiz.hpp"

namespace kit {
namespace {

constexpr std::size_t least_in_chapter = 8;

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

}  // namespace

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
