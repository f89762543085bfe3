#pragma once
#include <cstdint>

#include "front/kit.hpp"

namespace kit {

/// A class that does not exist, to try grading on: OUT/submissions/p0001/… and OUT/roster.csv, made
/// of solutions, wrong versions and stubs. The same seed makes the same class.
Exit sample_class(const Tree& tree, const Syllabus& syllabus, const fs::path& out, int people,
                  std::uint64_t seed);

}  // namespace kit
