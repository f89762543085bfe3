#pragma once
// What every verb of ./kit knows: the tree, the syllabus, the build, and where progress is kept.
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "front/text.hpp"

namespace kit {

namespace fs = std::filesystem;

/// The one table of exit codes.
enum Exit {
  done = 0,            // test: passes
  not_so = 1,          // fails, differs, verify red
  usage = 2,           // or input that cannot be used
  not_started = 3,     // test: not started; grade: malformed submission
  infrastructure = 4,  // worth a retry
  fault = 5,           // of the kit
  interrupted = 75,
};

/// Ends a verb with one clear sentence: what was found, what was needed, what to do.
struct Failure : std::runtime_error {
  Failure(Exit exit_code, const std::string& sentence)
      : std::runtime_error(sentence), code(exit_code) {}
  Exit code;
};

struct Exercise {
  std::string chapter, name;
  bool part = false, side = false;
  std::string replaces;
  std::vector<std::string> needs, uses;

  fs::path face(std::string_view folder, std::string_view extension) const {
    return fs::path(folder) / chapter / (name + std::string(extension));
  }
  fs::path stub() const { return face("exercises", ".cpp"); }
  fs::path contract() const { return face("exercises", ".hpp"); }
  fs::path section() const { return face("exercises", ".md"); }
  fs::path solution() const { return face("solutions", ".cpp"); }
  fs::path wrong_folder() const { return fs::path("tests/wrong") / chapter / name; }
  fs::path pristine() const { return fs::path(".kit/stubs") / chapter / (name + ".cpp"); }
};

struct Syllabus {
  std::vector<Exercise> exercises;              // in reading order
  std::vector<std::string> link_options;        // of a part
  std::vector<std::string> called_by_programs;  // by demo, inspect and bench, beside the decoder

  /// The exercise of that name; otherwise a Failure that proposes the nearest names.
  const Exercise& at(std::string_view name) const;
  const Exercise* find(std::string_view name) const;
  std::vector<std::string> chapters() const;
  /// Exercises named, or all of a chapter named (05, 05_positions), in reading order.
  std::vector<const Exercise*> select(const std::vector<std::string>& names) const;
};

/// A line of standard error that says how far a build is, redrawn in place; only on a terminal.
/// Of 0 steps: the line goes.
void show_step(std::string_view label, int done, int total);

/// Where we are, and how work there talks to whoever started it. All paths are absolute or relative
/// to `root`, which is the current folder.
struct Tree {
  fs::path root;
  std::string preset = "student";
  std::function<void(std::string_view label, int done, int total)> on_step = show_step;
  std::stop_token stop;  // asked for when the file is saved again; what runs then throws Stopped

  fs::path build() const { return root / "build" / preset; }
  fs::path records(const Exercise& exercise) const { return build() / "records" / exercise.name; }
};

Syllabus read_syllabus(const Tree& tree);

// ---- files --------------------------------------------------------------------------------------

std::string read_file(const fs::path& file);
/// By a temporary file and a rename, so that nobody ever sees half of it.
void write_file(const fs::path& file, std::string_view text);
/// A short name for a text.
std::string short_name(std::string_view text);
/// A short name for the content of a file; empty if there is none.
std::string fingerprint(const fs::path& file);

// ---- progress -----------------------------------------------------------------------------------

/// A path as people type it is meant from where they are; ./kit itself runs in the kit's folder.
fs::path typed(const std::string& path);

/// What a program of the kit does once it has read its words: in this folder, with its syllabus.
/// What it throws is said in a line on standard error. Returns the exit code.
int run_verb(const std::function<int(const Tree&, const Syllabus&)>& verb);

/// .kit/state: one line an exercise: NAME VERDICT FINGERPRINT HINTS BEGUN PASSED. Lines of names
/// that this version of the kit does not know are kept as they are.
struct Progress {
  struct Entry {
    std::string verdict;         // the last one
    std::string fingerprint;     // of the file that was judged
    int hints = 0;               // how many were shown
    long begun = 0, passed = 0;  // when it was first judged as started, and first passed; seconds
  };
  std::map<std::string, Entry> entries;
  std::string others;  // lines that are no entry

  /// The file as it stands now has passed.
  bool passed(const Exercise& exercise) const;
  /// Some file of the student's has.
  bool ever_passed(const Exercise& exercise) const;
  /// passes, fails, … of the file as it stands; "changed" if it was passed and edited since,
  /// "missing" if it is gone.
  std::string state(const Exercise& exercise) const;
};
Progress read_progress(const Tree& tree);
void write_progress(const Tree& tree, const Progress& progress);
/// The first exercise in reading order that has not passed, those off the shortest path last.
const Exercise* next_exercise(const Syllabus& syllabus, const Progress& progress);

}  // namespace kit
