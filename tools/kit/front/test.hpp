#pragma once
#include <optional>
#include <string>

#include "front/kit.hpp"
#include "runner/judge.hpp"

namespace kit {

/// Compiles a file, runs the tests against it and says what became of it. Without a file: the
/// student's own. Brings everything else that this needs up to date first.
Verdict test(const Tree& tree, const Syllabus& syllabus, const Exercise& exercise,
             const std::optional<fs::path>& file = {});

/// The verdict as a student reads it.
std::string describe(const Exercise& exercise, const Verdict& verdict, double seconds);
/// The verdict as a program reads it.
std::string verdict_json(const Exercise& exercise, const Verdict& verdict, double seconds);

/// The table of one failing check, and how a test ended that did not come to its checks.
std::string describe(const Check& check);

}  // namespace kit
