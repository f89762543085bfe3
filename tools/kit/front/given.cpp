#include "front/given.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cctype>

#include "front/build.hpp"
#include "front/json.hpp"
#include "front/test.hpp"

namespace kit {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// What verify found in a handout.
struct Found {
  std::size_t stubs = 0, parts = 0, good_parts = 0, mistakes = 0;  // good as they came
  std::size_t passing = 0, failing = 0, not_started = 0;           // the student's
  std::vector<std::string> red;
  std::vector<Json> exercises;
};

/// The stub as it came, the part that was brought, and the known mistakes of one exercise.
void look_at_given(const Tree& tree, const Exercise& exercise, Found& found) {
  const fs::path records = tree.records(exercise);
  if (!fs::exists(records / "model.jsonl") || !fs::exists(records / "stub.jsonl")) {
    found.red.push_back(exercise.name + ": its tests could not be built");
    return;
  }
  const Record model = read_record(records / "model.jsonl");
  if (judge(read_record(records / "stub.jsonl"), model).kind == Kind::not_started) {
    ++found.stubs;
  } else {
    found.red.push_back(exercise.name + ": the stub as it came is not not_started");
  }
  found.mistakes += read_wrong(records / "wrong").size();

  const fs::path part = tree.build() / "parts" / exercise.name / "model.so";
  if (!fs::exists(part)) return;  // nobody calls it, so it was not brought
  ++found.parts;
  const fs::path record = tree.build() / "tried" / (exercise.name + "-given.jsonl");
  record_run(tree.build() / "tests" / (exercise.name + ".test"), part, record);
  if (judge(read_record(record), model).kind == Kind::passes) {
    ++found.good_parts;
  } else {
    found.red.push_back(exercise.name + ": the compiled part fails its visible tests here");
  }
}

/// The student's file, and the line that says how it stands.
std::string look_at_work(const Tree& tree, const Syllabus& syllabus, const Exercise& exercise,
                         Found& found) {
  const bool untouched = fingerprint(exercise.stub()) == fingerprint(exercise.pristine());
  Verdict verdict;
  verdict.kind = Kind::not_started;
  if (!untouched) verdict = test(tree, syllabus, exercise);
  std::string words = word(verdict.kind), mistake;
  std::ranges::replace(words, '_', ' ');
  if (!verdict.diagnosis.empty()) mistake = verdict.diagnosis.front().version;
  const bool passes = verdict.kind == Kind::passes, begun = verdict.kind != Kind::not_started;
  (passes ? found.passing : begun ? found.failing : found.not_started) += 1;
  if (begun && !passes && verdict.total > 0) {
    words += fmt::format(", {} of {}", verdict.passed, one_or_many(verdict.total, "check"));
  }
  if (!mistake.empty()) words += ": " + mistake;
  found.exercises.push_back(Json{{"name", exercise.name},
                                 {"chapter", exercise.chapter},
                                 {"verdict", word(verdict.kind)},
                                 {"passed", verdict.passed},
                                 {"total", verdict.total},
                                 {"mistake", mistake}});
  return fmt::format("  {} {:<24} {}\n", passes ? "✓" : begun ? "✗" : "·", exercise.name, words);
}

}  // namespace

bool is_handout(const Tree& tree) {
  return fs::exists(tree.root / "given/records");
}

void refuse_in_handout(const Tree& tree, const std::string& verb) {
  if (!is_handout(tree)) return;
  throw Failure(Exit::usage, "this folder is a handout; `./kit " + verb +
                                 "` needs solutions or hidden tests, which stay with whoever made "
                                 "it");
}

std::string this_system() {
  utsname names;
  if (uname(&names) != 0) return "unknown";
  std::string text = std::string(names.sysname) + "-" + names.machine;
  for (char& letter : text) letter = static_cast<char>(std::tolower(letter));
  return text;
}

std::vector<std::string> given_systems(const Tree& tree) {
  std::vector<std::string> all;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(tree.root / "given/parts", none)) {
    all.push_back(entry.path().filename());
  }
  std::ranges::sort(all);
  return all;
}

void need_given_parts(const Tree& tree, const std::string& who,
                      const std::vector<std::string>& parts) {
  if (!is_handout(tree) || parts.empty()) return;
  const std::string system = this_system();
  const std::vector<std::string> systems = given_systems(tree);
  std::vector<std::string> missing;
  for (const std::string& part : parts) {
    if (fs::exists(tree.root / "given/parts" / system / (part + ".so"))) continue;
    const bool as_source = std::ranges::any_of(
        fs::directory_iterator(tree.root / "exercises"), [&](const fs::directory_entry& chapter) {
          return fs::exists(tree.root / "solutions" / chapter.path().filename() / (part + ".cpp"));
        });
    if (!as_source) missing.push_back(part);
  }
  if (missing.empty()) return;
  throw Failure(
      Exit::infrastructure,
      fmt::format("{} calls parts that this handout does not bring for {}: {}. It has them "
                  "for: {}. Ask for a handout made with --systems {}",
                  who, system, joined(missing), systems.empty() ? "no system" : joined(systems),
                  system));
}

void need_given_program(const Tree& tree, const std::string& who, const std::string& program) {
  const std::string system = this_system();
  if (!is_handout(tree) || fs::exists(tree.root / "given/programs" / system / program)) return;
  throw Failure(
      Exit::infrastructure,
      fmt::format("{} needs {}, which this handout does not bring for {}. Ask for a handout "
                  "made with --systems {}",
                  who, program, system, system));
}

Exit verify_handout(const Tree& tree, const Syllabus& syllabus,
                    const std::vector<std::string>& names, bool json) {
  const std::vector<const Exercise*> selected = syllabus.select(names);
  std::vector<std::string> targets;
  for (const Exercise* exercise : selected) {
    targets.push_back(exercise->name + ".record");
    if (exercise->part) targets.push_back(exercise->name + ".model");
  }
  Found found;
  const std::string broken = build(tree, "building the tests", targets, true);
  if (!broken.empty()) found.red.push_back("the build of some parts failed:\n" + broken);

  std::string text, chapter;
  for (const Exercise* exercise : selected) {
    if (exercise->chapter != chapter) text += (text.empty() ? "" : "\n") + exercise->chapter + "\n";
    chapter = exercise->chapter;
    try {
      need_given_parts(tree, exercise->name, exercise->uses);
      look_at_given(tree, *exercise, found);
      text += look_at_work(tree, syllabus, *exercise, found);
    } catch (const std::exception& error) {
      found.red.push_back(exercise->name + ": " + error.what());
    }
  }
  for (const std::string& red : found.red) text += "\nred  " + red;
  text += fmt::format(
      "{}\n{} of {} pass, {} begun, {} not started\n"
      "As handed out: {} of {} stubs are not started, {} of {} compiled parts pass, {} known "
      "mistakes can be named\n",
      found.red.empty() ? "" : "\n", found.passing, one_or_many(selected.size(), "exercise"),
      found.failing, found.not_started, found.stubs, selected.size(), found.good_parts, found.parts,
      found.mistakes);
  fmt::print(json ? stderr : stdout, "{}", text);
  if (json) {
    const Json document{{"exercises", found.exercises},
                        {"passing", found.passing},
                        {"begun", found.failing},
                        {"not_started", found.not_started},
                        {"stubs", found.stubs},
                        {"parts", Json{{"total", found.parts}, {"passed", found.good_parts}}},
                        {"mistakes", found.mistakes},
                        {"red", found.red}};
    fmt::print("{}\n", document.text());
  }
  return found.red.empty() && found.failing == 0 ? Exit::done : Exit::not_so;
}

}  // namespace kit
