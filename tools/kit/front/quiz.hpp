#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "front/json.hpp"
#include "front/kit.hpp"

namespace kit {

struct QuizWishes {
  std::string about;  // a chapter or an exercise; empty: what is due
  std::string language;
  int exam = 0;  // so many questions, drawn; 0: practice
  std::optional<std::uint64_t> seed;
  bool json = false, list = false;
};
/// Asks questions on standard input and output. An exam with `json` reads answers.json from
/// standard input, or prints its paper if nothing stands there.
Exit quiz(const Tree& tree, const Syllabus& syllabus, const QuizWishes& wishes);

/// The questions themselves: what is wrong with them, and how many there are by kind.
struct QuestionsReport {
  int total = 0, keys = 0;  // keys: of numeric questions, with all their values
  std::string counts;       // by chapter and kind, a line each
  Json json = Json::Members{};               // {"01_numbers": {"choice": 3, …}, …}
  std::vector<std::string> problems;
};
QuestionsReport verify_questions(const Tree& tree, const Syllabus& syllabus,
                                 const std::vector<const Exercise*>& selected);

}  // namespace kit
