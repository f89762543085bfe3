#include "front/test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <future>
#include <nlohmann/json.hpp>
#include <set>

#include "front/build.hpp"

namespace kit {
namespace {

constexpr std::size_t width = 80;

/// A number as the table shows it: the printed digits where the check is about them.
std::string in_table(const std::string& text, int digits) {
  if (text.empty()) return "none";
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !std::isfinite(value)) return text;
  if (digits > 0) return fmt::format("{:.{}f}", value, digits);
  return fmt::format("{:.7g}", value);
}

std::string difference(const Row& row, int digits) {
  if (row.got.empty() || row.want.empty()) return "";
  char *got_end = nullptr, *want_end = nullptr;
  const double got = std::strtod(row.got.c_str(), &got_end);
  const double want = std::strtod(row.want.c_str(), &want_end);
  if (*got_end != '\0' || *want_end != '\0' || !std::isfinite(got - want)) return "";
  return digits > 0 ? fmt::format("{:+.{}f}", got - want, digits)
                    : fmt::format("{:+.3g}", got - want);
}

std::string first_lines(const std::string& text, std::size_t n) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < n && end != std::string::npos; ++i) end = text.find('\n', end + 1);
  return end == std::string::npos ? text : text.substr(0, end) + "\n…\n";
}

}  // namespace

Verdict test(const Tree& tree, const Syllabus& syllabus, const Exercise& exercise,
             const std::optional<fs::path>& file) {
  const fs::path source = file ? *file : tree.root / exercise.stub();
  Verdict verdict;
  if (!fs::exists(source)) {
    if (file) throw Failure(Exit::usage, "there is no file " + source.string());
    verdict.kind = Kind::does_not_compile;
    verdict.message = exercise.stub().string() + " is missing; `./kit reset " + exercise.name +
                      "` brings the stub back";
    return verdict;
  }
  if (fs::is_directory(source)) {
    throw Failure(Exit::usage, source.string() + " is a folder; --file takes a .cpp file");
  }

  // The student's file compiles while ninja looks whether anything else has changed.
  const std::string role = file ? "tried" : "mine";
  const fs::path object = tree.build() / role / (exercise.name + ".so");
  auto compiled = std::async(std::launch::async, [&] {
    return compile(tree, syllabus, exercise, source, object);
  });
  const fs::path records = tree.records(exercise);
  try {
    build(tree, {exercise.name + ".test", "records/" + exercise.name + "/model.jsonl"},
          progress_line("building the tests"));
  } catch (const Failure&) {
    compiled.wait();
    throw;
  }
  const Compiled result = compiled.get();
  if (!result.error.empty()) {
    verdict.kind = Kind::does_not_compile;
    verdict.message = result.error;
    return verdict;
  }

  const fs::path record_file = records / (role + ".jsonl");
  record_run(tree.build() / "tests" / (exercise.name + ".test"), result.object, record_file);
  const Record record = read_record(record_file);
  verdict = judge(record, read_record(records / "model.jsonl"));
  if (verdict.kind != Kind::passes && verdict.kind != Kind::not_started) {
    // A clone that has not met a mistake yet has not compiled the wrong versions either.
    build(tree, {exercise.name + ".record"}, progress_line("comparing with known mistakes"));
    verdict.diagnosis = diagnose(record, read_wrong(records / "wrong"));
  }
  return verdict;
}

std::string describe(const Check& check) {
  const Colour& c = colour();
  std::string text;
  if (check.in_words) {
    if (check.verb == "throws_with") {
      text += fmt::format("    got   {}\n    want  an exception that says \"{}\"\n",
                          check.got_words, check.want_words);
    } else if (check.verb == "equals") {
      text += fmt::format("    got   {}\n    want  {}\n", check.got_words, check.want_words);
    } else {
      text += fmt::format("    {}\n", check.got_words);
    }
    return text;
  }
  if (check.size != check.want_size) {
    text += fmt::format("    got {} value{}, want {}\n", check.size, check.size == 1 ? "" : "s",
                        check.want_size);
  }
  if (check.verb == "unchanged") {
    text += "    the function wrote into what it was given (got: after, want: before)\n";
  }
  std::size_t columns[3] = {3, 4, 10};
  for (const Row& row : check.rows) {
    columns[0] = std::max(columns[0], in_table(row.got, check.digits).size());
    columns[1] = std::max(columns[1], in_table(row.want, check.digits).size());
  }
  text += fmt::format("{}      index  {:>{}}  {:>{}}  {:>{}}{}\n", c.dim, "got", columns[0], "want",
                      columns[1], "difference", columns[2], c.reset);
  bool first = true;
  for (const Row& row : check.rows) {
    const bool mark = !row.ok && first;
    if (mark) first = false;
    text += fmt::format("{}    {} {:>5}  {:>{}}  {:>{}}  {:>{}}{}\n", row.ok ? "" : c.red,
                        mark ? "→" : " ", row.index, in_table(row.got, check.digits), columns[0],
                        in_table(row.want, check.digits), columns[1],
                        row.ok ? "" : difference(row, check.digits), columns[2],
                        row.ok ? "" : c.reset);
  }
  const std::size_t longest = std::max(check.size, check.want_size);
  if (longest > check.rows.size()) {
    text += fmt::format("    {} of {} values differ\n",
                        check.n_wrong + longest - std::min(check.size, check.want_size), longest);
  }
  return text;
}

std::string describe(const Exercise& exercise, const Verdict& verdict, double seconds) {
  const Colour& c = colour();
  std::string text;
  const auto head = [&](std::string_view tint, std::string_view words) {
    text += fmt::format("{}{}{} {}{}\n", tint, c.bold, exercise.name, words, c.reset);
  };
  switch (verdict.kind) {
    case Kind::passes: head(c.green, "passes"); break;
    case Kind::not_started: head(c.yellow, "is not started"); break;
    case Kind::does_not_compile: head(c.red, "does not compile"); break;
    case Kind::fails: head(c.red, "fails"); break;
    case Kind::crashes: head(c.red, "crashes"); break;
    case Kind::hangs: head(c.red, "hangs"); break;
  }
  if (verdict.kind == Kind::not_started) {
    text += fmt::format("  {}: replace its kit::todo with your code\n  `./kit read {}` has the idea, "
                        "and the example by hand\n",
                        exercise.stub().string(), exercise.name);
  }
  if (!verdict.message.empty()) {
    std::string message = verdict.message;
    for (std::size_t at = 0; (at = message.find('\n', at)) != std::string::npos; at += 3) {
      message.insert(at + 1, "  ");
    }
    text += "  " + message + "\n";
  }

  std::vector<const Check*> shown;  // the first failing check, and the names of the other tests
  std::set<std::string> others;
  for (const Check& check : verdict.failing) {
    if (verdict.kind == Kind::not_started || check.verb == "crashed" || check.verb == "hung" || check.verb == "exited") continue;
    if (shown.empty()) {
      shown.push_back(&check);
    } else if (check.test != shown.front()->test) {
      others.insert(check.test);
    }
  }
  for (const Check* check : shown) {
    text += fmt::format("\n  {}{}{}\n{}", c.bold, check->test, c.reset, describe(*check));
  }
  if (!others.empty()) {
    text += fmt::format("\n  {}also failing:{}\n", c.dim, c.reset);
    std::size_t n = 0;
    for (const std::string& name : others) {
      if (++n > 4) {
        text += fmt::format("    and {} more\n", others.size() - 4);
        break;
      }
      text += fmt::format("    {}\n", name);
    }
  }
  const bool computed = verdict.kind == Kind::fails || verdict.kind == Kind::crashes ||
                        verdict.kind == Kind::hangs;
  if (computed) {
    text += fmt::format("\n  {} of {} checks pass\n", verdict.passed, verdict.total);
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(verdict.diagnosis.size(), 2); ++i) {
    const Diagnosis& known = verdict.diagnosis[i];
    text += fmt::format("\n  {}{}{} {}({}){}\n", c.yellow,
                        known.exact ? "This is a known mistake." : "This, and something else:",
                        c.reset, c.dim, known.version, c.reset);
    text += wrapped("You may believe: " + known.belief, width, "    ");
    text += wrapped("In truth: " + known.truth, width, "    ");
  }
  if (!verdict.output.empty() && computed) {
    text += fmt::format("\n  {}your code printed:{}\n{}", c.dim, c.reset,
                        first_lines(verdict.output, 10));
    if (text.back() != '\n') text += '\n';
  }
  if (verdict.kind == Kind::passes) text += fmt::format("  all {} checks pass\n", verdict.total);
  text += fmt::format("{}  {:.2f} s{}\n", c.dim, seconds, c.reset);
  return text;
}

std::string verdict_json(const Exercise& exercise, const Verdict& verdict, double seconds) {
  nlohmann::ordered_json json;
  json["exercise"] = exercise.name;
  json["verdict"] = word(verdict.kind);
  json["message"] = verdict.message;
  json["checks"] = {{"total", verdict.total}, {"passed", verdict.passed}};
  json["failing"] = nlohmann::json::array();
  for (const Check& check : verdict.failing) json["failing"].push_back(check.id);
  json["diagnosis"] = nlohmann::json::array();
  for (const Diagnosis& known : verdict.diagnosis) {
    json["diagnosis"].push_back({{"version", known.version},
                                 {"belief", known.belief},
                                 {"truth", known.truth},
                                 {"exact", known.exact}});
  }
  json["seconds"] = std::round(seconds * 1000) / 1000;
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace kit
