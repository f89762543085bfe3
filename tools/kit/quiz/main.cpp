// kit-quiz verify [NAME …] | ask ABOUT LANGUAGE EXAM SEED JSON LIST
//
// What is behind `kit quiz` and the questions' part of `kit verify`. A program of its own, since it
// brings the reference along: nobody should wait for that who has not asked for a quiz. `kit` has
// checked the words; what is not wished is empty or 0.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>

#include "front/documents.hpp"
#include "quiz/quiz.hpp"
#include "runner/process.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const bool verify = !words.empty() && words[0] == "verify";
  if (!verify && words.size() != 7) {
    fmt::print(stderr,
               "usage: kit-quiz verify [NAME ...] | ask ABOUT LANGUAGE EXAM SEED JSON LIST\n");
    return kit::Exit::usage;
  }
  return kit::run_verb([&](const kit::Tree& tree, const kit::Syllabus& syllabus) -> int {
    if (verify) return kit::verify_questions(tree, syllabus, {words.begin() + 1, words.end()});
    kit::QuizWishes wishes;
    wishes.about = words[1];
    wishes.language = words[2];
    wishes.exam = std::atoi(words[3].c_str());
    if (!words[4].empty()) wishes.seed = std::strtoull(words[4].c_str(), nullptr, 10);
    wishes.json = words[5] == "1";
    wishes.list = words[6] == "1";
    return kit::quiz(tree, syllabus, wishes);
  });
}
