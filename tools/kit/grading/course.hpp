#pragma once
// course.json: what an instructor decides. docs/course.schema.json describes it; without the file
// the defaults hold.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "front/kit.hpp"

namespace kit {

struct Course {
  std::string title = "Quarter Turn";
  std::string column;                       // of the grade book; empty: the title
  std::string chapters;                     // 01-05; empty: all
  double points = 1;                        // of an exercise
  double side_points = 1;                   // of one off the shortest path
  std::map<std::string, double> points_of;  // exceptions, by name
  std::set<std::string> exam;               // exercises that no handout holds
  int hints = 3;                            // how many of an exercise's three a handout holds

  /// What an exercise is worth. Whoever grades, merges or reports asks here.
  double points_for(const std::string& name, bool side) const;
  std::set<std::string> open_chapters(const Syllabus& syllabus) const;
  /// The exercises that count where nobody names others: of the open chapters, without the exam's.
  std::vector<std::string> graded(const Syllabus& syllabus) const;
};

/// Throws a Failure that says what is wrong with the file.
Course read_course(const Tree& tree, const Syllabus& syllabus);
/// 01-05, 03 or 01,03_residual as the chapters meant; throws a Failure for what is none.
std::set<std::string> chosen_chapters(const std::string& words,
                                      const std::vector<std::string>& chapters);
/// The course as a handout tells it: of these exercises only, no word of an exam.
std::string handout_course(const Course& course, const std::set<std::string>& open);

}  // namespace kit
