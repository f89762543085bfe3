#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "front/kit.hpp"

namespace kit {

/// A part that somebody asks to hear: the student's own, whatever its verdict, or a wrong version.
struct With {
  std::string name;
  std::string version;  // empty: the student's file
};

/// Whose code answers for a part in one run.
struct Lineup {
  std::string parts;               // for KIT_PARTS: NAME=FILE:NAME=FILE
  std::string plain;               // for KIT_PLAIN: contracts that nothing may replace
  std::vector<std::string> yours;  // parts that are the student's
  std::size_t n_parts = 0;         // parts that the decoder has
};

/// The targets that build what was chosen. Throws Failure, with the names there are, if something
/// that was chosen is no part of the decoder or no wrong version.
std::vector<std::string> targets_of(const Tree& tree, const Syllabus& syllabus,
                                    const std::vector<With>& with);

/// The tree's build for speed, configured.
Tree speed_tree(const Tree& tree);
/// Builds what is missing, the student's passed parts included, as fast as this machine allows.
Lineup line_up(const Tree& tree, const Syllabus& syllabus, const Progress& progress,
               const std::vector<With>& with);

/// The student's file, compiled as the tree is; compiled again only when it has changed.
fs::path own_object(const Tree& tree, const Syllabus& syllabus, const Exercise& exercise);
/// The student's own parts among these, as far as they pass, for KIT_PARTS; compiled as the tree
/// is.
std::string own_parts(const Tree& tree, const Syllabus& syllabus, const Progress& progress,
                      const std::vector<std::string>& names);

/// Becomes that program; `line` is its command line.
[[noreturn]] void become(std::vector<std::string> line);
/// Becomes a program that runs these parts, where people typed their paths.
[[noreturn]] void become_program(const fs::path& program, const std::vector<std::string>& arguments,
                                 const Lineup& lineup);

/// If the arguments ask for help, becomes `program --help` of whichever build has it: help needs
/// none of the parts.
void help_first(const Tree& tree, const std::string& program,
                const std::vector<std::string>& arguments);

/// "6 of 54 exercises done; 4 of the decoder's 27 parts are yours: linear, …"
std::string ownership(const Syllabus& syllabus, const Progress& progress, const Lineup& lineup);

/// Runs the decoder on the student's parts; `arguments` go to it as they are. With a part of
/// somebody's choosing it also says whether the text is another than the model's.
Exit run_decoder(const Tree& tree, const Syllabus& syllabus, const std::vector<With>& with,
                 const std::vector<std::string>& arguments);

/// The same for a place that shows the text itself: `on_text` gets it piece by piece. Returns whose
/// parts wrote it, or what went wrong.
std::string tell(const Tree& tree, const Syllabus& syllabus, const std::vector<With>& with,
                 const std::vector<std::string>& arguments,
                 const std::function<void(std::string_view)>& on_text);

/// One line that the decoder writes, on the parts that are yours; nothing if the decoder is not
/// built yet: nobody waits for it at a greeting.
std::optional<std::string> generated_line(const Tree& tree, const Syllabus& syllabus);

}  // namespace kit
