#pragma once
#include <set>
#include <string>
#include <string_view>

namespace kit {

/// checkpoints/NN_chapter.md as docs/questions.md describes it, in two: what students may have, and
/// the questions that are marked exam.
struct QuestionsFile {
  std::string practice, exam;
};
/// `open`: a practice question about any other exercise is left out of both; empty: all are open.
/// So is one that calls a function in `secret`.
QuestionsFile split_questions(std::string_view text, const std::set<std::string>& open = {},
                              const std::set<std::string>& secret = {});

/// The functions that a header of reference/ declares, as references.awk finds them.
std::set<std::string> functions_in(std::string_view header);

}  // namespace kit
