#include <fmt/format.h>

#include <ctime>

#include "front/verbs.hpp"

namespace kit {
namespace {

/// .kit/backups/rms_norm-20260131-235959.cpp; a number more where that is taken.
fs::path backup_file(const Exercise& exercise) {
  const std::time_t now = std::time(nullptr);
  char when[32];
  std::strftime(when, sizeof when, "%Y%m%d-%H%M%S", std::localtime(&now));
  const std::string base = fmt::format(".kit/backups/{}-{}", exercise.name, when);
  fs::path file = base + ".cpp";
  for (int n = 2; fs::exists(file); ++n) file = fmt::format("{}-{}.cpp", base, n);
  return file;
}

}  // namespace

std::string reset(const Tree& tree, const Exercise& exercise) {
  const fs::path mine = tree.root / exercise.stub(), pristine = tree.root / exercise.pristine();
  if (!fs::exists(pristine)) {
    throw Failure(Exit::fault, "there is no stub of " + exercise.name +
                                   " to go back to: git does not know it, and the file was gone "
                                   "before ./kit first ran");
  }
  const std::string stub = read_file(pristine), text = read_file(mine);
  if (!fs::exists(mine)) {
    write_file(mine, stub);
    return fmt::format("{} was missing; the stub is back\n", exercise.stub().string());
  }
  if (text == stub) {
    return fmt::format("{} is the stub as it came; nothing to do\n", exercise.stub().string());
  }
  const fs::path backup = backup_file(exercise);
  write_file(tree.root / backup, text);
  write_file(mine, stub);
  return fmt::format("{} is the stub again; your file is kept in\n  {}\n", exercise.stub().string(),
                     backup.string());
}

}  // namespace kit
