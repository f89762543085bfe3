#include "front/stubs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "front/verbs.hpp"
#include "runner/process.hpp"

namespace kit {
namespace {

std::string git(const Tree& tree, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"git", "-C", tree.root.string()});
  Command command;
  command.arguments = std::move(arguments);
  const Ended ended = run(command);
  return ended.ok() ? ended.output : "";
}

/// A student may have committed a solved file, so a stub is the newest version that still has its
/// kit::todo.
bool is_stub(const std::string& text) {
  return text.find("kit::todo(") != std::string::npos;
}

std::string newest_stub(const Tree& tree, const Exercise& exercise) {
  const std::string file = exercise.stub().string();
  // A handout brings them: the work of last week may be in place before its first start.
  std::string text = read_file(tree.root / exercise.face("given/stubs", ".cpp"));
  if (is_stub(text)) return text;
  text = git(tree, {"show", "HEAD:./" + file});
  if (is_stub(text)) return text;
  for (const std::string& commit : lines_of(git(tree, {"rev-list", "HEAD", "--", file}))) {
    text = git(tree, {"show", commit + ":./" + file});
    if (is_stub(text)) return text;
  }
  text = read_file(tree.root / exercise.stub());  // no git, or an exercise not yet committed
  return is_stub(text) ? text : "";
}

}  // namespace

std::string keep_pristine_stubs(const Tree& tree, const Syllabus& syllabus) {
  // One look at git for all: is the same commit checked out as last time?
  const fs::path seen = tree.root / ".kit/stubs/HEAD";
  const std::string head = git(tree, {"rev-parse", "HEAD"}), before = read_file(seen);
  const bool all_there = std::ranges::all_of(
      syllabus.exercises, [&](const Exercise& e) { return fs::exists(tree.root / e.pristine()); });
  if (all_there && head == before) return "";

  std::set<std::string> touched;  // between the two commits; empty: cannot tell
  if (all_there && !before.empty()) {
    for (const std::string& file :
         lines_of(git(tree, {"diff", "--name-only", "--relative",
                             before.substr(0, before.find('\n')), "HEAD", "--", "exercises"}))) {
      touched.insert(file);
    }
    touched.insert("HEAD");
  }

  std::string news;
  for (const Exercise& exercise : syllabus.exercises) {
    const fs::path pristine = tree.root / exercise.pristine();
    if (!touched.empty() && !touched.contains(exercise.stub().string())) continue;
    const std::string text = newest_stub(tree, exercise), old = read_file(pristine);
    if (text.empty() || text == old) continue;
    write_file(pristine, text);
    const std::string mine = read_file(tree.root / exercise.stub());
    if (old.empty() || mine.empty() || mine == text) continue;
    const fs::path before_file = tree.root / ".kit/stubs" / (exercise.name + ".before.cpp");
    write_file(before_file, old);
    news += fmt::format(
        "{}: its stub has changed in this release. {} is left as it is; what changed:\n{}",
        exercise.name, exercise.stub().string(),
        indented(difference(before_file, "the stub before", pristine, "the stub now"), "  "));
  }
  write_file(seen, head);
  return news;
}

}  // namespace kit
