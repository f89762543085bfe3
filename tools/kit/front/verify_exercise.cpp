#include "front/verify_exercise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <set>
#include <sstream>
#include <thread>

#include "front/deep.hpp"
#include "front/documents.hpp"
#include "front/section.hpp"
#include "runner/judge.hpp"
#include "runner/process.hpp"

namespace kit {
namespace {

std::set<std::string> failing_tests(const Record& record) {
  std::set<std::string> tests;
  for (const Check& check : record.checks) {
    if (!check.ok) tests.insert(check.test);
  }
  return tests;
}

/// The record as a handout has it: visible tests only.
Record only(const Record& record, const std::set<std::string>& tests) {
  Record part = record;
  std::erase_if(part.checks, [&](const Check& check) { return !tests.contains(check.test); });
  return part;
}

std::set<std::string> list_tests(const fs::path& program, const std::string& tags) {
  Command command;
  command.arguments = {program, "--list", "--only", tags};
  std::set<std::string> names;
  std::istringstream lines(run(command).output);
  for (std::string line; std::getline(lines, line);) names.insert(line);
  return names;
}

/// The first line of a face that `kit new` left to be filled in; 0 if there is none.
int unfilled_line(const fs::path& face) {
  int number = 0;
  for (const std::string& line : lines_of(read_file(face))) {
    ++number;
    if (line.find("FILL IN") != std::string::npos) return number;
  }
  return 0;
}

void verify_faces(const Exercise& exercise, VerifyReport& report) {
  const auto is_filled = [&](const fs::path& face) {
    const int line = unfilled_line(face);
    if (line == 0) return;
    report.faces.add(
        report.expect(false, fmt::format("{}:{}: is still to be filled in", face.string(), line)));
  };
  const auto exists = [&](const fs::path& face) {
    report.faces.add(
        report.expect(fs::exists(face), exercise.name + ": " + face.string() + " is missing"));
    is_filled(face);
    return fs::exists(face);
  };
  exists(exercise.stub());
  exists(exercise.contract());
  exists(exercise.solution());
  exists(exercise.face("tests/visible", ".cpp"));
  exists(exercise.face("tests/hidden", ".cpp"));
  if (exists(exercise.section())) {
    for (const std::string& problem : section_problems(exercise)) {
      report.faces.add(report.expect(false, exercise.section().string() + ": " + problem));
    }
  }
  is_filled(fs::path("reference") / (exercise.name + ".hpp"));
  is_filled(fs::path("reference") / (exercise.name + ".cpp"));
  if (exists(exercise.wrong_folder())) {
    for (const auto& entry : fs::directory_iterator(exercise.wrong_folder())) {
      is_filled(entry.path());
    }
  }
}

void verify_exercise(const Tree& tree, const Exercise& exercise, VerifyReport& report) {
  const fs::path records = tree.records(exercise);
  const fs::path program = tree.build() / "tests" / (exercise.name + ".test");
  verify_faces(exercise, report);

  const auto have = [&](const fs::path& record, const std::string& what) {
    return fs::exists(record) ||
           report.expect(false, exercise.name + ": " + what + " has no record: does it compile?");
  };
  if (!have(records / "model.jsonl", "the solution")) {
    report.solutions.add(false);
    return;
  }
  const Record model = read_record(records / "model.jsonl");
  const Verdict solution = judge(model, model);
  report.solutions.add(report.expect(
      solution.kind == Kind::passes && solution.total > 0,
      fmt::format("{}: the solution {} {}{}", exercise.name, word(solution.kind), solution.message,
                  solution.failing.empty() ? "" : " in: " + solution.failing.front().id)));

  if (have(records / "stub.jsonl", "the stub")) {
    const Verdict stub = judge(read_record(records / "stub.jsonl"), model);
    report.stubs.add(report.expect(stub.kind == Kind::not_started,
                                   fmt::format("{}: the stub as it came is {}, not not_started {}",
                                               exercise.name, word(stub.kind), stub.message)));
  } else {
    report.stubs.add(false);
  }

  // Wrong versions: caught by the tests they name, named, and nothing else named.
  const std::set<std::string> visible = list_tests(program, "~[hidden]~[conformance]");
  std::vector<Wrong> all, seen;
  std::error_code ignored;  // a folder that is missing has been said
  for (const auto& entry : fs::directory_iterator(tree.root / exercise.wrong_folder(), ignored)) {
    const std::string version = entry.path().stem().string();
    if (entry.path().extension() != ".cpp") continue;
    const std::string kind = head_lines(entry.path())["Kind"];
    if (!report.by_kind.contains(kind)) {
      report.expect(false, fmt::format("{}: Kind: \"{}\" of {} is none of value, error, race",
                                       exercise.name, kind, version));
      continue;
    }
    ++report.by_kind[kind];
    if (kind == "race") continue;  // verify_races
    report.wrong.add(true);
    if (!have(records / "wrong" / (version + ".jsonl"), version)) {
      report.caught.add(false);
      report.named.add(false);
      report.named_by_visible.add(false);
      continue;
    }
    all.push_back({version, read_record(records / "wrong" / (version + ".jsonl"))});
  }
  std::ranges::sort(all, {}, &Wrong::version);
  for (const Wrong& wrong : all) seen.push_back({wrong.version, only(wrong.record, visible)});

  for (std::size_t i = 0; i < all.size(); ++i) {
    const Wrong& wrong = all[i];
    const std::string who = exercise.name + ": wrong version " + wrong.version;
    const Verdict verdict = judge(wrong.record, model);
    bool caught = report.expect(verdict.kind != Kind::passes, who + " passes the tests");
    caught = report.expect(verdict.kind != Kind::not_started, who + " is not started") && caught;
    const std::set<std::string> failing = failing_tests(wrong.record);
    caught = report.expect(!wrong.record.caught_by.empty(), who + " has no `Caught by:`") && caught;
    for (const std::string& test : wrong.record.caught_by) {
      caught = report.expect(failing.contains(test),
                             fmt::format("{} is not caught by \"{}\"", who, test)) &&
               caught;
    }
    report.expect(!wrong.record.belief.empty() && !wrong.record.truth.empty(),
                  who + " says no Belief: or no Truth:");
    report.caught.add(caught);

    const std::vector<Diagnosis> names = diagnose(wrong.record, all);
    std::string others;
    for (const Diagnosis& name : names) others += " " + name.version;
    report.named.add(report.expect(
        names.size() == 1 && names.front().exact && names.front().version == wrong.version,
        fmt::format("{} is named:{}", who, others.empty() ? " nothing" : others)));

    const std::vector<Diagnosis> by_visible = diagnose(seen[i].record, seen);
    const bool seen_alone = by_visible.size() == 1 && by_visible.front().exact;
    report.named_by_visible.add(seen_alone);
    if (!seen_alone) report.by_hidden_alone.push_back(exercise.name + "=" + wrong.version);
  }

  // Data from outside, where the machine has it.
  if (!list_tests(program, "[conformance]").empty()) {
    const fs::path record_file = records / "conformance.jsonl";
    record_run(program, tree.build() / "parts" / exercise.name / "model.so", record_file,
               {.only = "[conformance]"});
    const Record record = read_record(record_file);
    if (record.checks.empty() && !record.skipped.empty()) {
      ++report.skipped;
    } else {
      const Verdict verdict = judge(record, record);
      report.conformance.add(report.expect(
          verdict.kind == Kind::passes,
          fmt::format("{}: the solution differs from the conformance data{}", exercise.name,
                      verdict.failing.empty() ? "" : " in: " + verdict.failing.front().id)));
    }
  }
}

/// A race has no numbers of its own: the thread sanitizer must find it, and nothing in the
/// solution.
void verify_races(const Tree& tree, const Kept& kept, const Exercise& exercise,
                  VerifyReport& report) {
  std::vector<fs::path> races;
  std::error_code ignored;  // a folder that is missing is said elsewhere
  for (const auto& entry : fs::directory_iterator(tree.root / exercise.wrong_folder(), ignored)) {
    if (entry.path().extension() != ".cpp") continue;
    if (head_lines(entry.path())["Kind"] == "race") races.push_back(entry.path());
  }
  if (races.empty()) return;
  if (kept.find("races." + exercise.name)) {
    report.kept = true;
    report.expect(true, "");  // of the solution
    for (std::size_t i = 0; i < races.size(); ++i) report.races.add(report.expect(true, ""));
    return;
  }
  const Deep solution = run_deep(tree, exercise, "threads", tree.root / exercise.solution());
  if (!solution.not_run.empty()) {
    report.races_not_run = solution.not_run;
    report.skipped += static_cast<int>(races.size());
    return;
  }
  bool all_right = report.expect(solution.found.empty(),
                                 fmt::format("{}: the thread sanitizer says of the solution: {}",
                                             exercise.name, solution.found));
  for (const fs::path& race : races) {
    const Deep seen = run_deep(tree, exercise, "threads", race);
    report.races.add(report.expect(
        seen.is_race, fmt::format("{}: the thread sanitizer finds no race in {}: {}", exercise.name,
                                  race.stem().string(), seen.not_run + seen.found)));
    all_right = all_right && seen.is_race;
  }
  if (all_right) kept.keep("races." + exercise.name, "");
}

}  // namespace

void verify_exercises(const Tree& tree, const std::vector<const Exercise*>& selected,
                      VerifyReport& report) {
  std::vector<VerifyReport> reports(selected.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < selected.size();) {
      verify_exercise(tree, *selected[i], reports[i]);
    }
  };
  std::vector<std::future<void>> workers(std::max(1u, std::thread::hardware_concurrency()));
  for (auto& worker : workers) worker = std::async(std::launch::async, work);
  for (auto& worker : workers) worker.get();
  for (const VerifyReport& each : reports) report.add(each);
}

VerifyReport verify_races(Tree tree, const Kept& kept,
                          const std::vector<const Exercise*>& selected) {
  tree.on_step = [](std::string_view, int, int) {};  // another build has the line
  VerifyReport report;
  for (const Exercise* exercise : selected) verify_races(tree, kept, *exercise, report);
  return report;
}

}  // namespace kit
