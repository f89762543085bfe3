#include "grading/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace kit {
namespace {

using json = nlohmann::json;

GradedExercise read_exercise(const json& one) {
  GradedExercise exercise;
  exercise.name = one.at("name");
  exercise.chapter = one.at("chapter");
  exercise.verdict = one.at("verdict");
  exercise.message = one.at("message");
  exercise.log = one.at("log");
  exercise.points = one.at("points");
  exercise.max_points = one.at("max_points");
  exercise.seconds = one.at("seconds");
  for (const json& test : one.at("tests")) {
    exercise.tests.push_back({test.at("name"), test.at("hidden"), test.at("passed")});
  }
  for (const json& known : one.at("diagnosis")) {
    exercise.diagnosis.push_back(
        {known.at("version"), known.at("belief"), known.at("truth"), known.at("exact")});
  }
  return exercise;
}

}  // namespace

std::string GradedExercise::verdict_words() const {
  std::string words = verdict;
  std::ranges::replace(words, '_', ' ');
  return words;
}

Result read_result(const fs::path& file) {
  const json all = json::parse(read_file(file), nullptr, false);
  if (!all.is_object()) throw std::runtime_error("is no JSON object; grade that submission again");
  if (all.value("schema_version", json()) != 1) {
    throw std::runtime_error("is of another version of the kit (schema_version " +
                             all.value("schema_version", json()).dump() + ", not 1)");
  }
  try {
    Result result;
    result.submission = all.at("submission");
    result.malformed = all.at("malformed");
    result.isolation = all.at("isolation");
    result.seed = all.at("seed");
    result.kit = all.at("versions").at("kit");
    result.points = all.at("points");
    result.max_points = all.at("max_points");
    result.seconds = all.at("seconds");
    for (const json& one : all.at("exercises")) result.exercises.push_back(read_exercise(one));
    return result;
  } catch (const json::exception& error) {
    throw std::runtime_error(std::string("is not as docs/result.schema.json wants it: ") +
                             error.what());
  }
}

std::vector<Result> read_results(const std::vector<fs::path>& folders,
                                 std::vector<std::string>& problems) {
  std::vector<Result> all;
  const auto take = [&](const fs::path& file) {
    try {
      all.push_back(read_result(file));
    } catch (const std::runtime_error& error) {
      problems.push_back(file.string() + " " + error.what());
    }
  };
  for (const fs::path& folder : folders) {
    const std::size_t before = all.size() + problems.size();
    if (fs::is_regular_file(folder)) take(folder);
    std::error_code none;
    for (const auto& entry : fs::recursive_directory_iterator(folder, none)) {
      const std::string above = entry.path().parent_path().filename();
      if (entry.path().filename() == "result.json" && above.find(".tmp.") == std::string::npos) {
        take(entry.path());  // what a killed grader left half done is no result
      }
    }
    if (all.size() + problems.size() == before) {
      throw Failure(Exit::usage,
                    "there is no result.json in " + folder.string() + "; `kit grade` writes them");
    }
  }
  std::ranges::stable_sort(all, {}, &Result::submission);
  return all;
}

void weigh(Result& result, const Course& course, const Syllabus& syllabus) {
  result.points = result.max_points = 0;
  for (GradedExercise& exercise : result.exercises) {
    const Exercise* const known = syllabus.find(exercise.name);
    exercise.max_points = course.points_for(exercise.name, known != nullptr && known->side);
    exercise.points = exercise.passes() && result.malformed.empty() ? exercise.max_points : 0;
    result.points += exercise.points;
    result.max_points += exercise.max_points;
  }
}

std::string number_words(double number) {
  std::string text = fmt::format("{:.2f}", number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace kit
