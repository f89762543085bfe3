#pragma once
#include <string>
#include <vector>

#include "front/kit.hpp"

namespace kit {

/// One small change in a solution.
struct Mutant {
  std::size_t at = 0, size = 0;  // what is replaced, in bytes of the file
  std::string with;
  int line = 0;             // counted from 1
  std::string was;          // the text replaced
  std::string source_line;  // the line as it stands, trimmed
};

/// Every single-token change that the tool knows: an operator, a comparison, a constant, a function
/// for its twin. Comments, strings, includes and lines marked `// speed only` are left alone.
std::vector<Mutant> mutants_of(const std::string& source);

/// Compiles every mutant of the named solutions and runs that exercise's tests against it. A mutant
/// that passes shows a hole in the tests, unless tests/mutants.txt says why it is equivalent.
/// Returns Exit::not_so if less than 95 % of the others are killed, or more than 8 % are called
/// equivalent.
Exit verify_mutants(const Tree& tree, const Syllabus& syllabus,
                    const std::vector<std::string>& names);

}  // namespace kit
