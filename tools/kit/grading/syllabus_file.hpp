#pragma once
// exercises/CMakeLists.txt as a handout rewrites it.
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// One add_exercise(…) or add_given(…): the model's part answers until its exercise is open.
struct SyllabusLine {
  bool given = false;
  std::string chapter, name, replaces;
  bool part = false, side = false, eigen = false;
  std::vector<std::string> needs, uses;

  bool in_decoder() const { return given || part || !replaces.empty(); }
  std::string text() const;
};

/// Throws a Failure where a line has a word that nobody knows.
std::vector<SyllabusLine> read_syllabus_file(std::string_view text);

/// The lines of a handout: the open exercises as they are; of the others the given parts that the
/// decoder, another program of the kit, or an open exercise calls.
std::vector<SyllabusLine> opened(const std::vector<SyllabusLine>& all,
                                 const std::set<std::string>& open,
                                 const std::set<std::string>& called_by_programs = {});

}  // namespace kit
