#pragma once
#include <string>
#include <vector>

#include "front/kit.hpp"

namespace kit {

/// The section of an exercise: Markdown for people, and two comment blocks at its end for the kit:
///
///   <!-- hints
///   1. a nudge
///   2. the formula
///   3. the line
///   -->
///   <!-- numbers
///   3.535534 = sqrt((3^2 + 4^2) / 2)
///   -->
struct Section {
  std::string text;                // without the comment blocks
  std::vector<std::string> hints;  // three
  std::vector<std::string> numbers;
};
Section read_section(const fs::path& file);

/// The text under the first heading that contains `heading`; empty if there is none.
std::string part_under(const Section& section, std::string_view heading);
std::string first_sentence(std::string_view text);
std::string first_paragraph(std::string_view text);

/// What a finished section still lacks, in words.
std::vector<std::string> section_problems(const Exercise& exercise);

}  // namespace kit
