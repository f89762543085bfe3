#include "front/verify_report.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "front/json.hpp"
#include "front/text.hpp"

namespace kit {
namespace {

std::string counts(const QuestionsReport& questions) {
  std::string text;
  for (const auto& [chapter, kinds] : questions.by_chapter) {
    std::string words;
    int n = 0;
    for (const auto& [kind, k] : kinds) {
      n += k;
      words += fmt::format("{}{} {}", words.empty() ? "" : ", ", k, kind);
    }
    text += fmt::format("  {:<22} {:>3}: {}\n", chapter, n, words);
  }
  return text;
}

Json by_chapter(const QuestionsReport& questions) {
  Json::Members chapters;
  for (const auto& [chapter, by_kind] : questions.by_chapter) {
    Json::Members kinds;
    for (const auto& [kind, n] : by_kind) kinds.emplace_back(kind, n);
    chapters.emplace_back(chapter, kinds);
  }
  return chapters;
}

}  // namespace

void print(const VerifyReport& report, int exercises, const std::string& preset, bool json) {
  FILE* const out = json ? stderr : stdout;
  const Colour& c = colour();
  for (const std::string& red : report.red) {
    fmt::print(out, "{}red{}  {}\n", json ? "" : c.red, json ? "" : c.reset, red);
  }
  fmt::print(out,
             "{} exercises: {} of {} solutions pass, {} of {} stubs are not started\n"
             "{} wrong versions: {} caught, {} named, {} named by the visible tests alone\n"
             "{} data races: {}\n"
             "{} of {} exercises with conformance data agree; {} checks skipped\n"
             "{} Markdown files: {} numbers executed; {} of {} tests of the tool pass\n"
             "{} review questions, {} keys computed\n{}",
             exercises, report.solutions.good, report.solutions.total, report.stubs.good,
             report.stubs.total, report.wrong.total, report.caught.good, report.named.good,
             report.named_by_visible.good, report.by_kind.at("race"),
             report.races_not_run.empty()
                 ? fmt::format("{} caught by the thread sanitizer", report.races.good)
                 : "not run: " + report.races_not_run,
             report.conformance.good, report.conformance.total, report.skipped, report.texts,
             report.numbers, report.own.good, report.own.total, report.questions.total,
             report.questions.keys, counts(report.questions));
  if (exercises <= 3 && !report.by_hidden_alone.empty()) {  // its author may want to show them
    fmt::print(out, "Named with the hidden tests only: {}\n",
               fmt::join(report.by_hidden_alone, ", "));
  }
  if (report.kept) {
    fmt::print(out,
               "Tests of the tool and under the thread sanitizer that passed are not run again "
               "while no file changes\n(they are, without build/{}/kept).\n",
               preset);
  }
  if (json) {
    const Json document{
        {"solutions", Json{{"total", report.solutions.total}, {"passed", report.solutions.good}}},
        {"stubs", Json{{"total", report.stubs.total}, {"not_started", report.stubs.good}}},
        {"wrong_versions", Json{{"total", report.wrong.total},
                                {"caught", report.caught.good},
                                {"named", report.named.good},
                                {"named_by_visible", report.named_by_visible.good},
                                {"races", Json{{"run", report.races.total},
                                               {"caught", report.races.good},
                                               {"not_run", report.races_not_run}}},
                                {"by_kind", Json{{"value", report.by_kind.at("value")},
                                                 {"error", report.by_kind.at("error")},
                                                 {"race", report.by_kind.at("race")}}}}},
        {"conformance",
         Json{{"total", report.conformance.total}, {"passed", report.conformance.good}}},
        {"text", Json{{"files", report.texts}, {"numbers", report.numbers}}},
        {"questions", by_chapter(report.questions)},
        {"tool", Json{{"total", report.own.total}, {"passed", report.own.good}}},
        {"skipped", report.skipped},
        {"red", report.red},
        {"passed", report.all.good},
        {"failed", report.all.total - report.all.good}};
    fmt::print("{}\n", document.text());
  }
  fmt::print(out, "{} passed, {} failed\n", report.all.good, report.all.total - report.all.good);
}

}  // namespace kit
