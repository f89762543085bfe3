#include "grading/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include "grading/formats.hpp"
#include "grading/report.hpp"

namespace kit {
namespace {

/// A name as a folder: whatever a submission is called.
std::string as_folder(const std::string& name) {
  std::string safe;
  for (const char c : name) {
    const auto letter = static_cast<unsigned char>(c);
    safe += std::isalnum(letter) != 0 || c == '.' || c == '_' || c == '-' || c == '@' ? c : '_';
  }
  return safe.empty() || safe[0] == '.' ? "_" + safe : safe;
}

/// Who gets which result. What nobody owns, and who owns two, is said.
std::vector<Grade> grades_of(const std::vector<Result>& results, const std::vector<Person>& roster,
                             std::vector<std::string>& attention) {
  std::vector<Grade> grades;
  for (const Person& person : roster) grades.push_back({person, nullptr});
  for (const Result& result : results) {
    const Person* const owner = owner_of(result.submission, roster);
    if (owner == nullptr) {
      attention.push_back("The submission " + result.submission + " (" +
                          number_words(result.points) +
                          " points) is nobody's on the roster, or could be two people's");
      continue;
    }
    Grade& grade = grades[static_cast<std::size_t>(owner - roster.data())];
    if (grade.result != nullptr) {
      attention.push_back(owner->name + " has two submissions, " + grade.result->submission +
                          " and " + result.submission + "; the one with more points counts");
    }
    if (grade.result == nullptr || grade.result->points < result.points) grade.result = &result;
  }
  return grades;
}

std::vector<Grade> grades_of(const std::vector<Result>& results) {
  std::vector<Grade> grades;
  for (const Result& result : results) {
    Person person;
    person.name = person.id = result.submission;
    grades.push_back({person, &result});
  }
  return grades;
}

/// What may make grades unequal.
void look_for_differences(const std::vector<Result>& results, std::vector<std::string>& attention) {
  std::set<std::string> kits, isolations;
  std::set<std::vector<std::string>> exercises;
  for (const Result& result : results) {
    std::vector<std::string> names;
    for (const GradedExercise& exercise : result.exercises) names.push_back(exercise.name);
    exercises.insert(names);
    kits.insert(result.kit);
    isolations.insert(result.isolation);
    if (!result.malformed.empty()) {
      attention.push_back(result.submission + " could not be read: " + result.malformed);
    }
  }
  if (kits.size() > 1) {
    attention.push_back(
        fmt::format("the results come from {} versions of the kit; grade all again "
                    "with one of them",
                    kits.size()));
  }
  if (exercises.size() > 1) {
    attention.push_back(fmt::format(
        "not all were graded in the same exercises, but in {} selections of them; grade all again "
        "with one",
        exercises.size()));
  }
  if (isolations.contains("uid")) {
    attention.push_back(
        "some were graded without namespaces of their own (isolation uid); their "
        "marks rest on weaker ground");
  }
}

/// A chapter that is in nobody's submission was hardly handed out, and yet everybody lacks its
/// points.
void look_for_closed_chapters(const std::vector<Result>& results,
                              std::vector<std::string>& attention) {
  std::map<std::string, bool> handed_in;
  int n_readable = 0;
  for (const Result& result : results) {
    if (!result.malformed.empty()) continue;
    ++n_readable;
    for (const GradedExercise& exercise : result.exercises) {
      handed_in[exercise.chapter] = handed_in[exercise.chapter] || exercise.verdict != "missing";
    }
  }
  std::string closed;
  for (const auto& [chapter, somebody] : handed_in) {
    if (!somebody) closed += (closed.empty() ? "" : ", ") + chapter;
  }
  if (n_readable < 2 || closed.empty()) return;
  attention.push_back("nobody has handed in a file of " + closed +
                      ", and all lack these points; if that was not handed out, grade without it: "
                      "chapters in course.json, or --exercises");
}

/// In a workflow of GitHub's the summary goes where its page shows it.
void tell_github(const std::string& summary, const std::string& annotations) {
  const char* const file = std::getenv("GITHUB_STEP_SUMMARY");
  if (file == nullptr || *file == '\0') return;
  if (FILE* const out = std::fopen(file, "a")) {
    std::fwrite(summary.data(), 1, summary.size(), out);
    std::fclose(out);
  }
  fmt::print("{}", annotations);
}

}  // namespace

Exit merge(const Tree& tree, const Syllabus& syllabus, const MergeOptions& options) {
  const Course course = read_course(tree, syllabus);
  std::vector<std::string> attention;
  std::vector<Result> results = read_results(options.results, attention);
  std::vector<Person> roster;
  if (!options.roster.empty()) {
    if (!fs::is_regular_file(options.roster)) {
      throw Failure(Exit::usage, "there is no roster at " + options.roster.string());
    }
    roster = read_roster(read_file(options.roster));
  }
  for (Result& result : results) weigh(result, course, syllabus);
  look_for_differences(results, attention);
  look_for_closed_chapters(results, attention);

  std::set<std::string> folders;
  for (Result& result : results) {
    result.folder = as_folder(result.submission);
    while (!folders.insert(result.folder).second) result.folder += "_";
    const fs::path folder = options.out / "submissions" / result.folder;
    const std::string summary = github_summary(result, course.title),
                      annotations = github_annotations(result);
    write_file(folder / "junit.xml", junit_xml(result));
    write_file(folder / "results.json", gradescope_json(result));
    write_file(folder / "summary.md", summary);
    write_file(folder / "annotations.txt", annotations);
    if (results.size() == 1) tell_github(summary, annotations);
  }

  ClassResults all;
  all.title = course.title;
  all.grades = roster.empty() ? grades_of(results) : grades_of(results, roster, attention);
  all.attention = attention;
  const std::string column = course.column.empty() ? course.title : course.column;
  write_file(options.out / "grades.csv", grades_csv(all.grades, column));
  write_file(options.out / "report.html", class_report(all));

  for (const std::string& sentence : attention) fmt::print(stderr, "{}\n", sentence);
  std::size_t nothing = 0;
  for (const Grade& grade : all.grades) nothing += grade.result == nullptr ? 1 : 0;
  fmt::print("{}: report.html, grades.csv, and four files for each of {}\n", options.out.string(),
             one_or_many(results.size(), "submission"));
  if (!roster.empty()) {
    fmt::print("{} of {} on the roster have a grade\n", roster.size() - nothing, roster.size());
  }
  return attention.empty() ? Exit::done : Exit::not_so;
}

}  // namespace kit
