#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "front/kit.hpp"

namespace kit {

/// What kit-numbers --json says of the text.
struct NumbersReport {
  int files = 0, numbers = 0;
  std::vector<std::string> problems;  // FILE:LINE: WORDS
};
std::optional<NumbersReport> read_numbers_report(const std::string& text);

/// What kit-quiz verify says of the questions.
struct QuestionsReport {
  int total = 0, keys = 0;  // keys: of numeric questions, with all their values
  std::map<std::string, std::map<std::string, int>> by_chapter;  // and by kind
  std::vector<std::string> problems;
};
std::optional<QuestionsReport> read_questions_report(const std::string& text);

/// answers.json: {"ID": "ANSWER", …}; an answer may be a number, a list or a truth, too. Anything
/// else is a Failure.
std::map<std::string, std::string> read_answers(const std::string& text);

}  // namespace kit
