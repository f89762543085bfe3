#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "front/kit.hpp"

namespace kit {

struct HandoutOptions {
  fs::path out;
  std::string chapters;        // 01-05 or 01,03; empty: all
  std::string with_solutions;  // the same; empty: none
  std::vector<std::string> systems;
};

/// A student repository with all that students need and nothing that they must not have.
Exit make_handout(const Tree& tree, const Syllabus& syllabus, const HandoutOptions& options);
/// Looks for what must not leave in a folder or a file; prints what it finds.
Exit check_handout(const Tree& tree, const Syllabus& syllabus, const fs::path& place);

/// What of a record the visible tests saw; "" if these found nothing wrong.
std::string visible_part(std::string_view record, const std::set<std::string>& visible);
/// A section with the first n hints only.
std::string with_hints(const std::string& section, int n);

}  // namespace kit
