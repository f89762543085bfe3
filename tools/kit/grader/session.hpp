#pragma once
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "front/kit.hpp"
#include "runner/judge.hpp"

namespace kit {

/// SHA-256 of files, in hexadecimal digits.
std::vector<std::string> sha256(const std::vector<fs::path>& files);
std::string sha256_of_text(const std::string& text);

/// More waits for the processors than they can do.
bool is_busy();
/// True if a run was killed, or hung on a busy machine: perhaps no fault of the code.
bool may_be_the_machine(const Record& record);

/// Removes what Session::see has put there.
void forget(const fs::path& records);

/// What a test program saw of a part: first the visible tests, then, in a program of its own, the
/// hidden ones, so that nothing which they handed over can be printed beside the visible ones.
struct Seen {
  Record record;                             // of both
  std::string output;                        // printed while the visible tests ran
  std::vector<std::string> visible, hidden;  // names of the test cases that were begun
};

/// One secret seed for all that is graded together, and what the kit's own parts do under it. Kept
/// in .kit/grading, so that a result can be had again.
class Session {
 public:
  /// `seed`: of an earlier session; empty: of the one that is open, or drawn now. `fresh`: drawn
  /// now.
  Session(const Tree& tree, const Syllabus& syllabus, std::string seed, bool fresh);

  const std::string& seed() const { return seed_; }
  const std::string& kit_version() const { return kit_version_; }
  const std::string& compiler_version() const { return compiler_version_; }

  /// Runs the tests of an exercise on a part, here or, with a worker's command, there. Their
  /// records stand at `records`.visible and .hidden; a test program whose record is there is not
  /// run.
  Seen see(const Exercise& exercise, const fs::path& part, const std::vector<std::string>& worker,
           const fs::path& records) const;
  /// What they see of the model's part.
  Seen model(const Exercise& exercise);
  /// What they see of each wrong version. Takes its time when it is asked first.
  std::vector<Wrong> wrong_versions(const Exercise& exercise);

  /// A result for this very file, kept from before; empty if there is none.
  std::string kept_result(const Exercise& exercise, const std::string& hash) const;
  void keep_result(const Exercise& exercise, const std::string& hash,
                   const std::string& text) const;

 private:
  fs::path records(const Exercise& exercise) const { return folder_ / "records" / exercise.name; }
  fs::path kept(const Exercise& exercise, const std::string& hash) const {
    return folder_ / "results" / exercise.name / (hash + ".json");
  }

  const Tree& tree_;
  std::string seed_, kit_version_, compiler_version_;
  fs::path folder_;
  std::mutex mutex_;
  std::set<std::string> built_;
};

}  // namespace kit
