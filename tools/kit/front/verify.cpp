#include "front/verify.hpp"

#include <algorithm>
#include <future>
#include <set>

#include "front/build.hpp"
#include "front/documents.hpp"
#include "front/given.hpp"
#include "front/kept.hpp"
#include "front/own_tests.hpp"
#include "front/verify_exercise.hpp"
#include "front/verify_report.hpp"
#include "runner/process.hpp"

namespace kit {
namespace {

/// The selected sections and every other Markdown file: kit-numbers executes their numbers, and
/// knows whether links and quoted commands lead anywhere.
void verify_text(const Tree& tree, const Syllabus& syllabus,
                 const std::vector<const Exercise*>& selected, VerifyReport& report) {
  std::set<fs::path> files;
  for (auto entry = fs::recursive_directory_iterator(tree.root); entry != fs::end(entry); ++entry) {
    const fs::path file = entry->path().lexically_relative(tree.root);
    if (entry->is_directory() && (file == "build" || file.filename().string().starts_with('.'))) {
      entry.disable_recursion_pending();
    } else if (file.extension() == ".md") {
      files.insert(file);
    }
  }
  for (const Exercise& exercise : syllabus.exercises) {
    if (std::ranges::find(selected, &exercise) == selected.end()) files.erase(exercise.section());
  }
  Command command;
  command.arguments = {tree.build() / "tools/kit/kit-numbers", "--json", "--kit",
                       tree.build() / "tools/kit/kit"};
  command.arguments.insert(command.arguments.end(), files.begin(), files.end());
  command.kept_output = 16 << 20;
  const Ended ended = run(command);
  const auto found = read_numbers_report(ended.output);
  if (!report.expect(found.has_value(), "kit-numbers failed: " + ended.output)) return;
  report.texts = found->files;
  report.numbers = found->numbers;
  for (int i = 0; i < report.numbers; ++i) report.all.add(true);
  for (const std::string& problem : found->problems) report.expect(false, problem);
}

/// The review questions: kit-quiz reads them, computes their keys and knows what is wrong.
void verify_questions(const Tree& tree, const std::vector<std::string>& names,
                      VerifyReport& report) {
  Command command;
  command.arguments = {tree.build() / "tools/kit/kit-quiz", "verify"};
  command.arguments.insert(command.arguments.end(), names.begin(), names.end());
  command.kept_output = 16 << 20;
  const Ended ended = run(command);
  const auto found = read_questions_report(ended.output);
  if (!report.expect(found.has_value(), "kit-quiz failed: " + ended.output)) return;
  report.questions = *found;
  for (int i = 0; i < found->total; ++i) report.all.add(true);
  for (const std::string& problem : found->problems) report.expect(false, problem);
}

}  // namespace

Exit verify(const Tree& tree, const Syllabus& syllabus, const std::vector<std::string>& names,
            bool json) {
  if (is_handout(tree)) return verify_handout(tree, syllabus, names, json);
  const std::vector<const Exercise*> selected = syllabus.select(names);
  const Kept kept(tree);
  std::future<std::string> own_tests;
  if (names.empty()) own_tests = start_own_tests(tree, kept);
  std::future<VerifyReport> races =
      std::async(std::launch::async, [&] { return verify_races(tree, kept, selected); });
  std::vector<std::string> targets = {"kit-numbers", "kit-quiz"};
  for (const Exercise* exercise : selected) targets.push_back(exercise->name + ".record");
  const std::string broken = build(tree, "building", targets, true);

  VerifyReport report;
  if (!broken.empty()) {
    report.expect(false, "the build of some parts failed:\n" + broken.substr(0, 6000));
  }
  std::future<VerifyReport> texts = std::async(std::launch::async, [&] {
    VerifyReport of_texts;
    verify_text(tree, syllabus, selected, of_texts);
    verify_questions(tree, names, of_texts);
    return of_texts;
  });
  verify_exercises(tree, selected, report);
  report.add(texts.get());
  report.add(races.get());
  if (own_tests.valid()) count_own_tests(own_tests.get(), report);

  print(report, static_cast<int>(selected.size()), tree.preset, json);
  return report.red.empty() ? Exit::done : Exit::not_so;
}

}  // namespace kit
