#pragma once
#include <functional>
#include <optional>
#include <string>

#include "front/deep.hpp"
#include "front/kit.hpp"
#include "runner/judge.hpp"

namespace kit {

/// Compiles a file, runs the tests against it and says what became of it. Without a file: the
/// student's own, and the state is written. Brings everything else that this needs up to date
/// first. `before_naming` sees the verdict as soon as it is there; to name a mistake may take
/// longer.
Verdict test(const Tree& tree, const Syllabus& syllabus, const Exercise& exercise,
             const std::optional<fs::path>& file = {},
             const std::function<void(const Verdict&)>& before_naming = {});

/// The verdict as a student reads it, and what to do now: by keys in the loop, by words elsewhere.
enum class Help { words, keys };
std::string describe(const Syllabus& syllabus, const Progress& progress, const Exercise& exercise,
                     const Verdict& verdict, Help help = Help::words);
/// The verdict as a program reads it, and what the sanitizers found if they were asked.
std::string verdict_json(const Exercise& exercise, const Verdict& verdict,
                         const std::vector<Deep>& deep = {});

/// The table of one failing check, and how a test ended that did not come to its checks.
std::string describe(const Check& check);

}  // namespace kit
