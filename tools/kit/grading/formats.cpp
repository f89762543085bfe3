#include "grading/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace kit {
namespace {

/// A name for a test that does not tell a hidden one.
std::vector<std::string> told_names(const GradedExercise& exercise) {
  std::vector<std::string> names;
  int n_hidden = 0;
  for (const GradedTest& test : exercise.tests) {
    names.push_back(test.hidden ? fmt::format("{}: hidden test {}", exercise.name, ++n_hidden)
                                : test.name);
  }
  return names;
}

std::string of_points(double points, double max_points) {
  return number_words(points) + " of " + number_words(max_points);
}

/// What went wrong, in plain text: the message, the known mistake.
std::string explained(const GradedExercise& exercise) {
  std::string text = exercise.message;
  for (const Diagnosis& known : exercise.diagnosis) {
    if (!text.empty()) text += "\n";
    text += fmt::format("{}: {}\nYou may believe: {}\nIn truth: {}",
                        known.exact ? "A known mistake" : "A known mistake, and something else",
                        known.version, known.belief, known.truth);
  }
  return text;
}

/// For a cell of a Markdown table.
std::string markdown(std::string_view text) {
  std::string all;
  for (const char c : plain(well_formed(text))) {
    if (std::string_view("\\`*_{}[]<>()#+-.!|~&@:").find(c) != std::string_view::npos) all += '\\';
    all += c == '\n' || c == '\r' ? ' ' : c;
  }
  return all;
}

/// For a workflow command: its message, or with `property` a property of it.
std::string command_text(std::string_view text, bool property) {
  std::string all;
  for (const char c : well_formed(text)) {
    const bool escape = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    if (escape) {
      all += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      all += c;
    }
  }
  return all;
}

std::string csv_cell(const std::string& text) {
  // A spreadsheet computes what begins so; people choose their names. It may take a semicolon or a
  // tab for the end of a cell, and some take the wide letters of East Asia for the narrow ones.
  constexpr std::string_view ends = ";,\t\r\n";
  std::string cell;
  bool begins = true;
  const std::string formed = well_formed(text);
  for (std::size_t i = 0; i < formed.size(); ++i) {
    const std::string_view rest = std::string_view(formed).substr(i);
    const auto is_one = [&](std::string_view sign) { return rest.starts_with(sign); };
    if (begins &&
        std::ranges::any_of(std::initializer_list<std::string_view>{"=", "+", "-", "@", "\t", "\r",
                                                                    "＝", "＋", "－", "＠"},
                            is_one)) {
      cell += '\'';
    }
    cell += formed[i];
    begins = ends.find(formed[i]) != std::string_view::npos;
  }
  if (cell.find_first_of(",;\"\t\r\n") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string all;
  for (const char c : well_formed(text)) {
    switch (c) {
      case '&':
        all += "&amp;";
        break;
      case '<':
        all += "&lt;";
        break;
      case '>':
        all += "&gt;";
        break;
      case '"':
        all += "&quot;";
        break;
      default:
        // U+FFFE and U+FFFF are valid UTF-8 and no XML; their last byte alone tells them.
        if (c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= 0x20) all += c;
    }
  }
  for (const std::string_view none : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) {
    for (std::size_t at; (at = all.find(none)) != std::string::npos;) all.replace(at, 3, "?");
  }
  return all;
}

std::string junit_xml(const Result& result) {
  std::string suites;
  for (const GradedExercise& exercise : result.exercises) {
    const auto test_case = [&](const std::string& name, const std::string& inside) {
      const std::string head =
          fmt::format("    <testcase classname=\"{}\" name=\"{}\"", exercise.name, xml_text(name));
      return inside.empty() ? head + "/>\n" : head + ">" + inside + "</testcase>\n";
    };
    const std::string why = xml_text(explained(exercise));
    const std::string message = xml_text(
        exercise.message.empty() ? exercise.name + " " + exercise.verdict_words()
                                 : exercise.message.substr(0, exercise.message.find('\n')));
    std::string cases;
    int failures = 0, errors = 0, skipped = 0;
    if (!exercise.begun()) {
      ++skipped;
      cases = test_case(exercise.name,
                        fmt::format("<skipped message=\"{}\"/>", exercise.verdict_words()));
    } else if (exercise.tests.empty()) {  // none could be run
      ++errors;
      cases = test_case(exercise.name, fmt::format("<error type=\"{}\" message=\"{}\">{}</error>",
                                                   exercise.verdict, message, why));
    }
    const std::vector<std::string> names = told_names(exercise);
    bool explain = true;  // once for an exercise
    for (std::size_t i = 0; i < names.size() && exercise.begun(); ++i) {
      if (exercise.tests[i].passed) {
        cases += test_case(names[i], "");
        continue;
      }
      ++failures;
      cases += test_case(names[i], fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>",
                                               exercise.verdict, message, explain ? why : ""));
      explain = false;
    }
    const std::size_t n = exercise.begun() ? std::max<std::size_t>(names.size(), 1) : 1;
    suites += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
        "time=\"{:.3f}\">\n    <properties>\n      <property name=\"points\" value=\"{}\"/>\n"
        "      <property name=\"max_points\" value=\"{}\"/>\n    </properties>\n{}  </testsuite>\n",
        exercise.name, n, failures, errors, skipped, exercise.seconds,
        number_words(exercise.points), number_words(exercise.max_points), cases);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" time=\"{:.3f}\">\n{}"
      "</testsuites>\n",
      xml_text(result.submission), result.seconds, suites);
}

std::string gradescope_json(const Result& result) {
  using json = nlohmann::ordered_json;
  json tests = json::array();
  for (const GradedExercise& exercise : result.exercises) {
    const std::string why = explained(exercise);
    tests.push_back({{"name", exercise.name},
                     {"score", exercise.points},
                     {"max_score", exercise.max_points},
                     {"status", exercise.passes() ? "passed" : "failed"},
                     {"output", exercise.passes() ? "" : exercise.verdict_words() + "\n" + why},
                     {"output_format", "text"},
                     {"tags", json::array({exercise.chapter})},
                     {"visibility", "visible"}});
  }
  const json all = {
      {"score", result.points},
      {"execution_time", result.seconds},
      {"output", result.malformed.empty()
                     ? of_points(result.points, result.max_points) + " points"
                     : "This submission could not be read: " + result.malformed},
      {"output_format", "text"},
      {"visibility", "visible"},
      {"stdout_visibility", "hidden"},
      {"extra_data", {{"kit", result.kit}, {"seed", result.seed}, {"isolation", result.isolation}}},
      {"tests", tests}};
  return all.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string github_summary(const Result& result, const std::string& title) {
  std::string text = fmt::format("## {}: {} points\n\n", markdown(title),
                                 of_points(result.points, result.max_points));
  if (!result.malformed.empty()) {
    text += "**Not readable:** " + markdown(result.malformed) + "\n\n";
  }
  text += "| exercise | points | verdict |\n|---|---:|---|\n";
  for (const GradedExercise& exercise : result.exercises) {
    std::string words = exercise.verdict_words();
    if (!exercise.diagnosis.empty()) {
      const Diagnosis& known = exercise.diagnosis.front();
      words += fmt::format(": {}. {}", known.version, known.truth);
    } else if (!exercise.passes() && !exercise.message.empty()) {
      words += ": " + exercise.message.substr(0, exercise.message.find('\n'));
    }
    text += fmt::format("| {} {} | {} | {} |\n",
                        exercise.passes()  ? "✓"
                        : exercise.begun() ? "✗"
                                           : "·",
                        markdown(exercise.name), of_points(exercise.points, exercise.max_points),
                        markdown(words));
  }
  return text;
}

std::string github_annotations(const Result& result) {
  std::string text;
  for (const GradedExercise& exercise : result.exercises) {
    if (exercise.passes() || !exercise.begun()) continue;
    const std::string why = explained(exercise);
    text += fmt::format("::error file={},title={}::{}\n", exercise.file().string(),
                        command_text(exercise.name + " " + exercise.verdict_words(), true),
                        command_text(why.empty() ? exercise.verdict_words() : why, false));
  }
  return text;
}

std::string grades_csv(const std::vector<Grade>& grades, const std::string& column) {
  std::string text = "Student,ID,SIS User ID,SIS Login ID,Section," + csv_cell(column) + "\r\n";
  for (const auto& [person, result] : grades) {
    const std::string login = person.login.empty() ? person.email : person.login;
    for (const std::string& cell :
         {person.name, person.canvas_id, person.id, login, person.section}) {
      text += csv_cell(cell) + ",";
    }
    text += (result == nullptr ? "" : number_words(result->points)) + "\r\n";
  }
  return text;
}

}  // namespace kit
