#pragma once
#include <string>
#include <vector>

#include "front/kit.hpp"
#include "grader/sandbox.hpp"

namespace kit {

struct GradeOptions {
  fs::path submission;  // a folder, a zip archive; with shards: a folder of them
  fs::path out;
  std::vector<std::string> exercises;  // names or chapters; empty: all
  std::string seed;                    // of an earlier session
  bool new_session = false;
  Isolation isolation = Isolation::bwrap;
  int jobs = 1;
  bool force = false, json = false;
  int shard_index = -1, shard_count = 0;
};

/// Grades a submission, or those of a shard, into result directories.
Exit grade(const Tree& tree, const Syllabus& syllabus, const GradeOptions& options);

}  // namespace kit
