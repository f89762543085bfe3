#pragma once
#include <vector>

#include "front/kit.hpp"

namespace kit {

struct MergeOptions {
  std::vector<fs::path> results;  // folders with result.json in them, somewhere
  fs::path roster;                // empty: everybody is called as the submission is
  fs::path out;
};

/// From results to reports, for people and for other systems. Exit code 1: there is something that
/// nobody could match or read; all else is written nevertheless.
Exit merge(const Tree& tree, const Syllabus& syllabus, const MergeOptions& options);

}  // namespace kit
