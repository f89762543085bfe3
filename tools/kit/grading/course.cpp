#include "grading/course.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace kit {
namespace {

using json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& sentence) {
  throw Failure(Exit::usage, "course.json: " + sentence);
}

template <class T>
T value(const json& object, const char* key, T otherwise, const char* what) {
  if (!object.contains(key)) return otherwise;
  try {
    return object.at(key).get<T>();
  } catch (const json::exception&) {
    refuse(std::string(key) + " is " + object.at(key).dump() + "; it has to be " + what);
  }
}

void know_keys(const json& object, const std::vector<std::string>& keys) {
  for (const auto& [key, unused] : object.items()) {
    if (std::ranges::find(keys, key) == keys.end()) {
      refuse("\"" + key + "\" is no word of it" + nearest(key, keys));
    }
  }
}

double points(const json& object, const char* key, double otherwise) {
  const double number = value(object, key, otherwise, "a number");
  if (!(number >= 0 && number <= 1000)) refuse(std::string(key) + " has to be from 0 to 1000");
  return number;
}

}  // namespace

double Course::points_for(const std::string& name, bool side) const {
  const auto found = points_of.find(name);
  if (found != points_of.end()) return found->second;
  return side ? side_points : points;
}

std::set<std::string> Course::open_chapters(const Syllabus& syllabus) const {
  const std::vector<std::string> all = syllabus.chapters();
  return chapters.empty() ? std::set<std::string>(all.begin(), all.end())
                          : chosen_chapters(chapters, all);
}

std::vector<std::string> Course::graded(const Syllabus& syllabus) const {
  const std::set<std::string> open = open_chapters(syllabus);
  std::vector<std::string> names;
  for (const Exercise& exercise : syllabus.exercises) {
    if (open.contains(exercise.chapter) && !exam.contains(exercise.name)) {
      names.push_back(exercise.name);
    }
  }
  return names;
}

std::set<std::string> chosen_chapters(const std::string& words,
                                      const std::vector<std::string>& chapters) {
  std::set<std::string> chosen;
  std::istringstream list(words);
  for (std::string range; std::getline(list, range, ',');) {
    const std::size_t dash = range.find('-');
    const std::string from = range.substr(0, dash);
    const std::string to = dash == std::string::npos ? from : range.substr(dash + 1);
    bool any = false;
    for (const std::string& chapter : chapters) {
      const std::string number = chapter.substr(0, 2);
      if (chapter == range ||
          (from.size() == 2 && to.size() == 2 && from <= number && number <= to)) {
        chosen.insert(chapter);
        any = true;
      }
    }
    if (!any) {
      throw Failure(Exit::usage, "\"" + range +
                                     "\" is no chapter of the kit; 01-05, 03 and 01,03 "
                                     "are ways to name some");
    }
  }
  return chosen;
}

Course read_course(const Tree& tree, const Syllabus& syllabus) {
  Course course;
  const fs::path file = tree.root / "course.json";
  if (!fs::exists(file)) return course;
  const json all = json::parse(read_file(file), nullptr, false);
  if (!all.is_object()) refuse("it is no JSON object; docs/grading.md shows one");
  know_keys(all, {"title", "column", "chapters", "points", "exam", "hints"});
  course.title = value(all, "title", course.title, "a text");
  course.column = value(all, "column", course.column, "a text");
  course.chapters = value(all, "chapters", course.chapters, "a text like \"01-05\"");
  course.hints = value(all, "hints", course.hints, "0, 1, 2 or 3");
  if (course.hints < 0 || course.hints > 3) refuse("hints has to be 0, 1, 2 or 3");
  for (const std::string& name :
       value(all, "exam", std::vector<std::string>{}, "a list of exercises")) {
    course.exam.insert(syllabus.at(name).name);
  }
  const json weights = value(all, "points", json::object(), "an object");
  if (!weights.is_object()) refuse("points has to be an object");
  know_keys(weights, {"exercise", "side", "of"});
  course.points = points(weights, "exercise", course.points);
  course.side_points = points(weights, "side", course.points);
  const json of = value(weights, "of", json::object(), "an object");
  if (!of.is_object()) refuse("points.of has to be an object");
  for (const auto& [name, unused] : of.items()) {
    course.points_of[syllabus.at(name).name] = points(of, name.c_str(), 0);
  }
  return course;
}

std::string handout_course(const Course& course, const std::set<std::string>& open) {
  json of = json::object();
  for (const auto& [name, number] : course.points_of) {
    if (open.contains(name)) of[name] = number;
  }
  return json{{"title", course.title},
              {"points", {{"exercise", course.points}, {"side", course.side_points}, {"of", of}}}}
             .dump(2) +
         "\n";
}

}  // namespace kit
