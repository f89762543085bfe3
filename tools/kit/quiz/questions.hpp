#pragma once
// The review questions: checkpoints/NN_chapter.md, as docs/questions.md says.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "front/kit.hpp"

namespace kit {

enum class Ask { choice, numeric, truth, text, predict, bug };
std::string_view word(Ask kind);

struct Question {
  struct Let {
    std::string name;
    std::vector<std::string> values;  // one of them is drawn
  };
  struct Option {
    bool right = false;
    std::string text;   // a choice; an `expression`; a point of the rubric
    std::string reply;  // to whoever chose it: which belief leads there, or why it is right
  };
  std::string id, chapter, exercise, heading;  // heading: where the section says so
  Ask kind = Ask::choice;
  bool exam = false;  // kept for exams
  int digits = 3;     // numeric: that many have to be right
  std::vector<Let> lets;
  std::string text;            // Markdown
  std::vector<int> bug_lines;  // of the code, from 1; each of them is a right answer
  std::vector<Option> options;
  fs::path file;
  int line = 0;

  std::string where() const { return file.string() + ":" + std::to_string(line); }
};

struct Questions {
  std::vector<Question> all;          // in reading order, without those that cannot be asked
  std::vector<std::string> problems;  // FILE:LINE: WORDS

  const Question* find(std::string_view id) const;
  std::size_t about(const Exercise& exercise) const;  // how many, but for exams
};
/// All chapters', or one chapter's. `language`: "zh" puts checkpoints/NN_chapter.zh.md over it, as
/// far as that goes.
Questions read_questions(const Syllabus& syllabus, std::string_view chapter = {},
                         std::string_view language = {});

/// .kit/questions: one line a question: ID RIGHT|WRONG TIMES, as it was answered last.
struct Answered {
  bool right = false;
  int times = 0;
};
std::map<std::string, Answered> read_answered(const Tree& tree);
void write_answered(const Tree& tree, const std::map<std::string, Answered>& answered);

}  // namespace kit
