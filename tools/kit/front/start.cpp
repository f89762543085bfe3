#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "front/build.hpp"
#include "front/markdown.hpp"
#include "front/run.hpp"
#include "front/section.hpp"
#include "front/verbs.hpp"

namespace kit {

std::string greeting(const Tree& tree, const Syllabus& syllabus) {
  const Colour& c = colour();
  const Progress progress = read_progress(tree);
  std::size_t n_done = 0, n_parts = 0, n_mine = 0;
  for (const Exercise& exercise : syllabus.exercises) {
    const bool part = exercise.part || !exercise.replaces.empty();
    const bool done = progress.passed(exercise);
    n_done += done ? 1 : 0;
    n_parts += part ? 1 : 0;
    n_mine += done && part ? 1 : 0;
  }
  std::string text = fmt::format(
      "{}Quarter Turn{}: from RMSNorm of [3, 4] to your own multithreaded decoder\n\n"
      "{} of {} exercises done; {} of the decoder's {} parts are yours.\n",
      c.bold, c.reset, n_done, syllabus.exercises.size(), n_mine, n_parts);
  const Exercise* const next = next_exercise(syllabus, progress);
  if (next == nullptr) return text + "\nEvery exercise passes. The decoder is yours.\n";
  text += fmt::format("\n{}{}{} ({}) comes next.\n", c.bold, next->name, c.reset, next->chapter);
  const std::string why = first_paragraph(part_under(read_section(next->section()), "Why"));
  if (!why.empty()) text += wrapped(rendered_inline(why), text_width(), "  ");
  text += fmt::format("\n  read   ./kit read {0}\n  write  {1}\n  test   ./kit test {0}\n",
                      next->name, next->stub().string());
  return text;
}

void prepare(const Tree& tree, const Exercise& exercise) {
  // In two steps, so that a verdict need not wait for the wrong versions.
  build(tree, "building the tests",
        {exercise.name + ".test", "records/" + exercise.name + "/model.jsonl"}, true);
  build(tree, "building known mistakes", {exercise.name + ".record"}, true);
}

void prepare_quiz(const Tree& tree) {
  build(tree, "building the quiz", {"kit-quiz"}, true);
}

void prepare_decoder(const Tree& tree, const Syllabus& syllabus) {
  if (build_is_off()) return;
  try {
    line_up(tree, syllabus, read_progress(tree), {});
  } catch (const Failure&) {  // `kit run` meets it again, and has somebody to tell
  }
}

void build_behind(const Tree& tree, const Syllabus& syllabus, const Exercise& exercise) {
  if (fork() != 0) return;
  // Away from the terminal and from every pipe, so that nobody waits for it.
  setsid();
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, standard);
  if (nice(10) == -1) _exit(0);
  try {
    prepare(tree, exercise);
    prepare_decoder(tree, syllabus);
    prepare_quiz(tree);
  } catch (...) {  // the same holds
  }
  _exit(0);
}

}  // namespace kit
