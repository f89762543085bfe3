#include <fmt/format.h>

#include "front/verbs.hpp"
#include "runner/process.hpp"

namespace kit {

std::string difference(const fs::path& from, const std::string& from_label, const fs::path& to,
                       const std::string& to_label) {
  Command command;  // every system has diff, with or without git
  command.arguments = {
      "diff",   "--strip-trailing-cr", "-U",       "5", "--label", from_label, "--label",
      to_label, from.string(),         to.string()};
  const Ended ended = run(command);
  if (ended.exit_code != 0 && ended.exit_code != 1)
    throw Failure(Exit::infrastructure, "diff: " + ended.output);
  const Colour& c = colour();
  std::string text;
  bool first_hunk = true;
  for (const std::string& line : lines_of(ended.output)) {
    if (line.starts_with("@@")) {  // the line numbers say little here
      if (!first_hunk) text += "\n";
      first_hunk = false;
      continue;
    }
    const std::string_view paint = line.starts_with("---") || line.starts_with("+++") ? c.bold
                                   : line.starts_with('-')                            ? c.red
                                   : line.starts_with('+')                            ? c.green
                                                                                      : "";
    text += paint.empty() ? line + "\n" : fmt::format("{}{}{}\n", paint, line, c.reset);
  }
  return text;
}

std::string diff_text(const Tree& tree, const Exercise& exercise) {
  if (!read_progress(tree).ever_passed(exercise)) {
    throw Failure(Exit::not_so, exercise.name +
                                    " has not passed yet, and the model's solution would "
                                    "spoil it; `./kit hint " +
                                    exercise.name + "` helps on");
  }
  if (!fs::exists(exercise.stub())) {
    throw Failure(Exit::not_so, exercise.stub().string() + " is missing; `./kit reset " +
                                    exercise.name + "` brings the stub back");
  }
  if (!fs::exists(exercise.solution())) {
    throw Failure(Exit::usage,
                  "this handout does not bring the model's solution of " + exercise.name);
  }
  const std::string text =
      difference(exercise.stub(), "yours        " + exercise.stub().string(), exercise.solution(),
                 "the model's  " + exercise.solution().string());
  return text.empty() ? "yours and the model's are the same to the letter\n" : text;
}

}  // namespace kit
