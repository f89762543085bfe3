#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

/// The questions themselves, as one document: how many by chapter and kind, and what is wrong.
Exit verify_questions(const Tree& tree, const Syllabus& syllabus,
                      const std::vector<std::string>& names);

}  // namespace kit
