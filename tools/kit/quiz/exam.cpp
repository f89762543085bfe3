#include "quiz/exam.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "front/json.hpp"
#include "quiz/mark.hpp"

namespace kit {

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

}  // namespace kit
