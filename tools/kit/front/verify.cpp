#include "front/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <future>
#include <set>
#include <sstream>
#include <thread>

#include "front/build.hpp"
#include "front/deep.hpp"
#include "front/documents.hpp"
#include "front/given.hpp"
#include "front/json.hpp"
#include "front/kept.hpp"
#include "front/section.hpp"
#include "runner/judge.hpp"
#include "runner/process.hpp"

namespace kit {
namespace {

struct Count {
  int total = 0, good = 0;
  void add(bool ok) {
    ++total;
    good += ok ? 1 : 0;
  }
  void add(const Count& other) {
    total += other.total;
    good += other.good;
  }
};

/// What is being counted, and what is red.
struct Report {
  Count all, solutions, stubs, wrong, caught, named, named_by_visible, faces, conformance, own;
  Count races;                // run under the thread sanitizer, and caught
  std::string races_not_run;  // why none was
  std::map<std::string, int> by_kind = {{"value", 0}, {"error", 0}, {"race", 0}};
  int skipped = 0, texts = 0, numbers = 0;
  bool kept = false;  // some of it was said when it last ran
  QuestionsReport questions;
  std::vector<std::string> red;

  bool expect(bool ok, const std::string& what) {
    all.add(ok);
    if (!ok) red.push_back(what);
    return ok;
  }

  /// What was counted elsewhere, of other things.
  void add(const Report& other) {
    for (const auto count : {&Report::all, &Report::solutions, &Report::stubs, &Report::wrong,
                             &Report::caught, &Report::named, &Report::named_by_visible,
                             &Report::faces, &Report::conformance, &Report::races}) {
      (this->*count).add(other.*count);
    }
    for (const auto& [kind, n] : other.by_kind) by_kind[kind] += n;
    skipped += other.skipped;
    kept = kept || other.kept;
    texts += other.texts;
    numbers += other.numbers;
    if (other.questions.total > 0) questions = other.questions;
    if (!other.races_not_run.empty()) races_not_run = other.races_not_run;
    red.insert(red.end(), other.red.begin(), other.red.end());
  }
};

/// Below what a run of tests printed some time ago.
const std::string kept_mark = "kept from the last run\n";

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

void verify_faces(const Exercise& exercise, Report& report) {
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

/// A race has no numbers of its own: the thread sanitizer must find it, and nothing in the
/// solution.
void verify_races(const Tree& tree, const Kept& kept, const Exercise& exercise,
                  const std::vector<fs::path>& races, Report& report) {
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

void verify_exercise(const Tree& tree, const Kept& kept, const Exercise& exercise, Report& report) {
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
  std::vector<fs::path> races;
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
    if (kind == "race") {
      races.push_back(entry.path());
      continue;
    }
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
    report.named_by_visible.add(by_visible.size() == 1 && by_visible.front().exact);
  }

  verify_races(tree, kept, exercise, races, report);

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

/// As many exercises at a time as there are processors.
void verify_exercises(const Tree& tree, const Kept& kept,
                      const std::vector<const Exercise*>& selected, Report& report) {
  std::vector<Report> reports(selected.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < selected.size();) {
      verify_exercise(tree, kept, *selected[i], reports[i]);
    }
  };
  std::vector<std::future<void>> workers(std::max(1u, std::thread::hardware_concurrency()));
  for (auto& worker : workers) worker = std::async(std::launch::async, work);
  for (auto& worker : workers) worker.get();
  for (const Report& each : reports) report.add(each);
}

/// The selected sections and every other Markdown file: kit-numbers executes their numbers, and
/// knows whether links and quoted commands lead anywhere.
void verify_text(const Tree& tree, const Syllabus& syllabus,
                 const std::vector<const Exercise*>& selected, Report& report) {
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
void verify_questions(const Tree& tree, const std::vector<std::string>& names, Report& report) {
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

/// What a program of tests prints, or printed when all of it passed if nothing has changed since.
std::string tests_output(const Kept& kept, const std::string& name, const Command& tests) {
  if (const auto words = kept.find(name)) return *words + kept_mark;
  const Ended ended = run(tests);
  std::string words = ended.output;
  if (ended.signal != 0) words += "FAILED " + name + " crashed\n";
  const std::vector<std::string> lines = lines_of(words);
  const bool all_passed = std::ranges::none_of(lines, [](const std::string& line) {
    return line.starts_with("FAILED ") || line.starts_with("skipped ");
  });
  if (all_passed && ended.ok()) kept.keep(name, words);
  return words;
}

/// The tools' own tests and the decoder's, beside the builds: they build nothing, so they need not
/// wait for ninja.
std::future<std::string> start_own_tests(const Tree& tree, const Kept& kept) {
  const std::string broken =
      build(tree, "building the tool's tests",
            {"kit", "kit-tests", "kit-numbers.test", "kit-quiz", "kit-grading.test", "kit-attacks",
             "decoder-tests", "decoder-bench", "rms_norm.record", "decoder.parts", "inspect.parts",
             "distance.parts", "demo.parts"},
            true);
  return std::async(std::launch::async, [&tree, &kept, broken] {
    if (!broken.empty()) return "FAILED to build: " + broken.substr(0, 2000);
    Command tools, decoder;
    tools.arguments = {"sh", "-c",
                       "./kit-tests; if [ -x kit-grading.test ]; then ./kit-grading.test; "
                       "else echo 'skipped kit-grading: libarchive or libseccomp is missing'; fi; "
                       "if [ -x kit-attacks ]; then KIT_ATTACKS_QUICK=1 ./kit-attacks; fi; "
                       "./kit-numbers.test >numbers.log 2>&1 && "
                       "echo ok kit-numbers || { echo FAILED kit-numbers:; cat numbers.log; }"};
    tools.folder = tree.build() / "tests/kit";
    decoder.arguments = {tree.build() / "decoder-tests"};
    tools.kept_output = decoder.kept_output = 1 << 20;
    return tests_output(kept, "tool-tests", tools) + tests_output(kept, "decoder-tests", decoder);
  });
}

void count_own_tests(const std::string& output, Report& report) {
  report.kept = report.kept || output.find(kept_mark) != std::string::npos;
  std::string failed;
  const auto flush = [&] {
    if (!failed.empty()) report.own.add(report.expect(false, failed));
    failed.clear();
  };
  for (const std::string& line : lines_of(output)) {
    const bool is_test =
        line.starts_with("ok ") || line.starts_with("skipped ") || line.starts_with("FAILED ");
    if (is_test) flush();  // other lines say more of the test before
    if (line.starts_with("ok ")) report.own.add(report.expect(true, ""));
    if (line.starts_with("skipped ")) ++report.skipped;
    if (line.starts_with("FAILED ")) {
      failed = "the tool's own test: " + line.substr(7);
    } else if (!failed.empty()) {
      failed += "\n" + line;
    }
  }
  flush();
  report.own.add(
      report.expect(report.own.total > 0, "the tool's own tests did not run:\n" + output));
}

}  // namespace

Exit verify(const Tree& tree, const Syllabus& syllabus, const std::vector<std::string>& names,
            bool json) {
  if (is_handout(tree)) return verify_handout(tree, syllabus, names, json);
  const std::vector<const Exercise*> selected = syllabus.select(names);
  const Kept kept(tree);
  std::future<std::string> own_tests;
  if (names.empty()) own_tests = start_own_tests(tree, kept);
  std::vector<std::string> targets = {"kit-numbers", "kit-quiz"};
  for (const Exercise* exercise : selected) targets.push_back(exercise->name + ".record");
  const std::string broken = build(tree, "building", targets, true);

  Report report;
  if (!broken.empty()) {
    report.expect(false, "the build of some parts failed:\n" + broken.substr(0, 6000));
  }
  std::future<Report> texts = std::async(std::launch::async, [&] {
    Report of_texts;
    verify_text(tree, syllabus, selected, of_texts);
    verify_questions(tree, names, of_texts);
    return of_texts;
  });
  verify_exercises(tree, kept, selected, report);
  report.add(texts.get());
  if (own_tests.valid()) count_own_tests(own_tests.get(), report);

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
             selected.size(), report.solutions.good, report.solutions.total, report.stubs.good,
             report.stubs.total, report.wrong.total, report.caught.good, report.named.good,
             report.named_by_visible.good, report.by_kind["race"],
             report.races_not_run.empty()
                 ? fmt::format("{} caught by the thread sanitizer", report.races.good)
                 : "not run: " + report.races_not_run,
             report.conformance.good, report.conformance.total, report.skipped, report.texts,
             report.numbers, report.own.good, report.own.total, report.questions.total,
             report.questions.keys, counts(report.questions));
  if (report.kept) {
    fmt::print(out,
               "Tests of the tool and under the thread sanitizer that passed are not run again "
               "while no file changes\n(they are, without build/{}/kept).\n",
               tree.preset);
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
                                {"by_kind", Json{{"value", report.by_kind["value"]},
                                                 {"error", report.by_kind["error"]},
                                                 {"race", report.by_kind["race"]}}}}},
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
  return report.red.empty() ? Exit::done : Exit::not_so;
}

}  // namespace kit
