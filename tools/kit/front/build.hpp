#pragma once
#include <string>
#include <vector>

#include "front/kit.hpp"

namespace kit {

/// Brings targets of the tree up to date; `label` says to what end. Throws a Failure with the first
/// error if one cannot be built. `keep_going`: build what can be built, and return the output of
/// what could not. Does nothing if build_is_off().
std::string build(const Tree& tree, std::string_view label, const std::vector<std::string>& targets,
                  bool keep_going = false);

/// The same tree under another preset, configured if it was not yet. Throws a Failure with CMake's
/// own words if that cannot be done.
Tree configured(const Tree& tree, const std::string& preset);

/// True with KIT_NO_BUILD in the environment.
bool build_is_off();

struct Compiled {
  fs::path object;      // the shared object; empty if the file does not compile
  std::string error;    // the first error, in the student's own file where that can be
  std::string warning;  // the first warning in the file, even if it compiles
};
/// Compiles a file as if it were the student's file of that exercise.
Compiled compile(const Tree& tree, const Syllabus& syllabus, const Exercise& exercise,
                 const fs::path& file, const fs::path& object);

/// The command that compiles the student's file of an exercise, without the file and its object.
std::vector<std::string> compile_command(const Tree& tree, const Exercise& exercise);

/// The compiler's complaints, cut down to the first that a student can act on: its line, the source
/// it points at, and nothing of the templates behind it. `kind`: error or warning.
std::string first_complaint(const std::string& output, const std::string& kind,
                            const fs::path& file, const fs::path& root);

}  // namespace kit
