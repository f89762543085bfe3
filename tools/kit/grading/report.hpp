#pragma once
#include <string>
#include <vector>

#include "grading/formats.hpp"

namespace kit {

/// What the report is about: the grades of a class, and what somebody has to look at.
struct ClassResults {
  std::string title;
  std::vector<Grade> grades;           // by name; those who handed nothing in too
  std::vector<std::string> attention;  // one sentence each
};

/// One HTML file that needs nothing else: distribution, chapters, commonest misconceptions, hardest
/// exercises; and, folded away so that the rest can be shown to a class, all that has names.
std::string class_report(const ClassResults& all);

}  // namespace kit
