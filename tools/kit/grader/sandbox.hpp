#pragma once
#include <memory>
#include <string>
#include <vector>

#include "front/grade_options.hpp"
#include "front/kit.hpp"

namespace kit {

const char* word(Isolation isolation);

/// A place to compile and run untrusted code, one at a time. Only what is needed is in there: /usr,
/// contracts, the file, later the worker and the part; nothing of it can be changed, and there is
/// no network. As root, each slot is a user of its own.
class Sandbox {
 public:
  /// Throws a Failure (infrastructure) if this machine cannot isolate in that way.
  Sandbox(const Tree& tree, const Syllabus& syllabus, Isolation isolation);
  Sandbox(const Sandbox&) = delete;
  ~Sandbox();

  struct Compiled {
    fs::path object;    // empty if the file does not compile
    std::string error;  // the first error, as a student may read it
  };
  Compiled compile(const Exercise& exercise, std::string_view text);
  /// Where records of what runs here may stand; nothing in here sees them.
  fs::path records() const { return stage_ / "records/run"; }
  /// Starts the worker of an exercise on that object.
  std::vector<std::string> worker_command(const Exercise& exercise, const fs::path& object);

 private:
  std::vector<std::string> limits(const std::string& memory, const std::string& file_size,
                                  const std::string& cpu_seconds) const;
  std::vector<std::string> walls() const;
  std::vector<std::string> compile_command(const Exercise& exercise);
  std::string include_folder(const fs::path& folder);
  std::string precompiled(const fs::path& header);

  const Tree& tree_;
  const Syllabus& syllabus_;
  Isolation isolation_;
  fs::path stage_;
  unsigned uid_ = 0;  // 0: we are not root, and stay who we are
  int slot_lock_ = -1;
  std::vector<fs::path> includes_;
};

/// Why nothing can be isolated here, in a sentence; empty if bwrap works. Runs the attacks of
/// tests/attacks/probe.cpp in a sandbox unless they have been run on this machine as it is.
struct Proof {
  std::string problem;
  std::vector<std::string> lines;  // what was tried: "denied: …"
};
Proof prove_isolation(const Tree& tree, const Syllabus& syllabus, bool again);

}  // namespace kit
