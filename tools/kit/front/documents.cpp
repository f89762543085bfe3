// The JSON that the front reads, in one file: nlohmann-json takes its time to compile.
#include "front/documents.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace kit {

Syllabus read_syllabus(const Tree& tree) {
  const fs::path file = tree.build() / "syllabus.json";
  const auto json = nlohmann::json::parse(read_file(file), nullptr, false);
  if (json.is_discarded()) {
    throw Failure(Exit::fault, file.string() + " is missing or broken; `./kit` makes it anew");
  }
  Syllabus syllabus;
  syllabus.link_options = json.at("link_options").get<std::vector<std::string>>();
  syllabus.called_by_programs = json.at("called_by_programs").get<std::vector<std::string>>();
  for (const auto& line : json.at("exercises")) {
    Exercise exercise;
    exercise.chapter = line.at("chapter");
    exercise.name = line.at("name");
    exercise.part = line.at("part");
    exercise.side = line.at("side");
    exercise.replaces = line.at("replaces");
    exercise.needs = line.at("needs").get<std::vector<std::string>>();
    exercise.uses = line.at("uses").get<std::vector<std::string>>();
    syllabus.exercises.push_back(exercise);
  }
  return syllabus;
}

std::optional<NumbersReport> read_numbers_report(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) return {};
  NumbersReport report;
  report.files = json.at("files");
  report.numbers = json.at("numbers");
  for (const auto& problem : json.at("problems")) {
    report.problems.push_back(fmt::format("{}:{}: {}", problem.at("file").get<std::string>(),
                                          problem.at("line").get<int>(),
                                          problem.at("words").get<std::string>()));
  }
  return report;
}

std::optional<QuestionsReport> read_questions_report(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) return {};
  QuestionsReport report;
  report.total = json.at("questions");
  report.keys = json.at("keys");
  json.at("by_chapter").get_to(report.by_chapter);
  json.at("problems").get_to(report.problems);
  return report;
}

std::map<std::string, std::string> read_answers(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) {
    throw Failure(Exit::usage, std::string("answers: need one JSON object like {\"ID\": \"b\", "
                                           "\"ID\": \"2 GiB\"}, found ") +
                                   (json.is_discarded() ? "text that is no JSON"
                                                        : std::string(json.type_name())));
  }
  std::map<std::string, std::string> answers;
  for (const auto& [id, answer] : json.items()) {
    if (answer.is_object() || answer.is_null()) {
      throw Failure(Exit::usage, "answers: \"" + id + "\" needs a string, a number, a list or a " +
                                     "truth, found " + answer.type_name());
    }
    answers[id] = answer.is_string() ? answer.get<std::string>() : answer.dump();
  }
  return answers;
}

}  // namespace kit
