#pragma once
// result.json of kit grade, as docs/result.schema.json describes it.
#include <string>
#include <vector>

#include "front/kit.hpp"
#include "grading/course.hpp"
#include "runner/judge.hpp"

namespace kit {

struct GradedTest {
  std::string name;
  bool hidden = false, passed = false;
};

struct GradedExercise {
  std::string name, chapter, verdict, message, log;
  double points = 0, max_points = 0, seconds = 0;
  std::vector<GradedTest> tests;
  std::vector<Diagnosis> diagnosis;

  fs::path file() const { return fs::path("exercises") / chapter / (name + ".cpp"); }
  bool passes() const { return verdict == "passes"; }
  /// There is a file that its author has worked on.
  bool begun() const { return verdict != "missing" && verdict != "not_started"; }
  /// "does not compile"
  std::string verdict_words() const;
};

struct Result {
  std::string submission, malformed, isolation, seed, kit;
  double points = 0, max_points = 0, seconds = 0;
  std::vector<GradedExercise> exercises;
  std::string folder;  // of its documents, below submissions/ of the report
};

/// Throws std::runtime_error that says what is wrong with it.
Result read_result(const fs::path& file);

/// All result.json in these folders and below, in the order of their submissions. What cannot be
/// read is said in `problems`.
std::vector<Result> read_results(const std::vector<fs::path>& folders,
                                 std::vector<std::string>& problems);

/// Gives each exercise the points that the course has for it.
void weigh(Result& result, const Course& course, const Syllabus& syllabus);

/// 3, 2.5: no more digits than it takes.
std::string number_words(double number);

}  // namespace kit
