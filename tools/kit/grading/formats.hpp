#pragma once
// What other systems read. Each is a pure function of a result; names and messages in it may be
// hostile, so every one of them is written as its format's own text.
#include <string>
#include <string_view>
#include <vector>

#include "grading/results.hpp"
#include "grading/roster.hpp"

namespace kit {

/// For XML and HTML: no markup, and no letter that XML forbids.
std::string xml_text(std::string_view text);

/// Jenkins's and GitLab's: one suite for each exercise, one case for each test; hidden tests are
/// numbered, not named. docs/junit.xsd describes it.
std::string junit_xml(const Result& result);

/// Gradescope's results.json: one test for each exercise. docs/gradescope.schema.json describes it.
std::string gradescope_json(const Result& result);

/// Markdown for $GITHUB_STEP_SUMMARY.
std::string github_summary(const Result& result, const std::string& title);
/// ::error lines, which GitHub shows beside the code.
std::string github_annotations(const Result& result);

/// What a person gets, as a row of the grade book. Nobody handed it in: no points.
struct Grade {
  Person person;
  const Result* result = nullptr;
};
/// The columns of Canvas's grade book, from which Moodle's import maps its own; a cell that a
/// spreadsheet would compute is defused.
std::string grades_csv(const std::vector<Grade>& grades, const std::string& column);

}  // namespace kit
