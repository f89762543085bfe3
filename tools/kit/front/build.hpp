#pragma once
#include <functional>
#include <string>
#include <vector>

#include "front/kit.hpp"

namespace kit {

/// How far a build is: steps done, steps in all.
using OnStep = std::function<void(int done, int total)>;

/// Brings targets of the tree up to date. Throws a Failure with the first error if one cannot be
/// built. `keep_going`: build what can be built, and return the output of what could not.
std::string build(const Tree& tree, const std::vector<std::string>& targets,
                  const OnStep& on_step = {}, bool keep_going = false);

/// A line that says how far a build is, redrawn in place on a terminal, silent elsewhere.
OnStep progress_line(std::string label);

struct Compiled {
  fs::path object;    // the shared object; empty if the file does not compile
  std::string error;  // the first error, in the student's own file where that can be
};
/// Compiles a file as if it were the student's file of that exercise.
Compiled compile(const Tree& tree, const Syllabus& syllabus, const Exercise& exercise,
                 const fs::path& file, const fs::path& object);

/// The stubs as they came: from git where there is git, else as they are at the first start.
void keep_pristine_stubs(const Tree& tree, const Syllabus& syllabus);

}  // namespace kit
