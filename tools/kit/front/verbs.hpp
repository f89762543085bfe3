#pragma once
// The verbs of ./kit, each a file of its own; test and verify have headers too. What the loop shows
// as well comes as text.
#include <optional>
#include <string>
#include <vector>

#include "front/kit.hpp"

namespace kit {

/// No verb: greets, says how far the work is and what comes next.
std::string greeting(const Tree& tree, const Syllabus& syllabus);
/// Goes on building what an exercise needs, and the decoder, after this process has ended.
void build_behind(const Tree& tree, const Syllabus& syllabus, const Exercise& exercise);
/// Builds it: first what a verdict needs, then the records of its wrong versions.
void prepare(const Tree& tree, const Exercise& exercise);
/// Builds the quiz, which brings the reference along.
void prepare_quiz(const Tree& tree);
/// Builds the decoder with the parts that are the student's, for speed.
void prepare_decoder(const Tree& tree, const Syllabus& syllabus);

/// The place to work in: watches the files, judges what is saved. Keys and screen on a terminal,
/// verdict after verdict in a pipe.
Exit watch(const Tree& tree, const Syllabus& syllabus, const Exercise* first);

/// Chapters and exercises with their states. `to`: only the shortest path to that exercise.
std::string list_text(const Syllabus& syllabus, const Progress& progress,
                      const std::string& to = "");
std::string list_json(const Syllabus& syllabus, const Progress& progress,
                      const std::string& to = "");

/// The section as a terminal shows it.
std::string section_text(const Exercise& exercise, std::size_t width);
Exit read(const Exercise& exercise);
/// What a chapter is about, from its README.md.
Exit read_chapter(const std::string& chapter);

/// Review questions. The program behind it, kit-quiz, takes this one's place; its words are in
/// tools/kit/quiz/main.cpp.
Exit quiz(const Tree& tree, std::vector<std::string> words);

/// One hint more; it counts.
void take_hint(const Tree& tree, const Exercise& exercise);
/// The hints taken so far.
std::string hint_text(const Tree& tree, const Exercise& exercise);

/// Yours beside the model's, once yours has passed.
std::string diff_text(const Tree& tree, const Exercise& exercise);
/// Two files, the lines in which they differ and a few around them; empty if they are the same.
std::string difference(const fs::path& from, const std::string& from_label, const fs::path& to,
                       const std::string& to_label);

/// Brings the stub back; what stood there is kept in .kit/backups. Says where.
std::string reset(const Tree& tree, const Exercise& exercise);

/// What this machine and this folder have, what they lack, and how to mend it.
Exit doctor(const Tree& tree, bool json);

/// What a model is: the program `inspect`, on the student's own parts where they pass.
Exit inspect(const Tree& tree, const Syllabus& syllabus, const fs::path& path,
             const std::vector<std::string>& options);

/// A picture that follows a few numbers: the program `demo`, on the parts that are yours.
Exit demo(const Tree& tree, const Syllabus& syllabus, const std::vector<std::string>& options);

/// How far the small model `keys` remembers: the program `distance`, on the parts that are yours.
Exit distance(const Tree& tree, const Syllabus& syllabus, const std::vector<std::string>& options);

struct NewExercise {
  std::string name, chapter;
  std::vector<std::string> needs, uses;
  bool part = false, side = false;
};
/// All faces of a new exercise, with the lines to fill in, and its line of the syllabus.
Exit make_new(const Tree& tree, const Syllabus& syllabus, const NewExercise& wanted);

/// From save to verdict, for every exercise: the median of `n` runs on the model's solution.
Exit bench_loop(const Tree& tree, const Syllabus& syllabus, const std::vector<std::string>& names,
                int n);

/// Becomes kit-grading, which knows handout, pack, merge and export-similarity.
Exit become_grading(const Tree& tree, const std::string& verb, std::vector<std::string> words);
/// Becomes kit-grade, which knows grade, and doctor where it is about isolation.
Exit become_grader(const Tree& tree, const std::string& verb, std::vector<std::string> words);

/// How fast the decoder's parts are, the student's beside the model's; `arguments` go to the
/// program that measures. With --norms layer_norm is measured as well, though the decoder has none.
Exit bench_decoder(const Tree& tree, const Syllabus& syllabus,
                   const std::vector<std::string>& arguments);

}  // namespace kit
