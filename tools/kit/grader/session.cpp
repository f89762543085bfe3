#include "grader/session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <thread>

#include "front/build.hpp"
#include "runner/process.hpp"

namespace kit {
namespace {

// As in practice; but a class is graded on machines that do much else, and one call that takes this
// long is found out by the test program itself.
constexpr double seconds_allowed = 10, patience = 12;

/// All that decides a verdict: tests, contracts, solutions, reference, the machinery.
std::vector<fs::path> deciding_files(const Tree& tree) {
  std::vector<fs::path> files = {tree.root / "CMakeLists.txt", tree.root / "CMakePresets.json"};
  for (const char* folder : {"tests", "solutions", "reference", "exercises", "tools"}) {
    for (const auto& entry : fs::recursive_directory_iterator(tree.root / folder)) {
      const fs::path& file = entry.path();
      const bool stub = std::string_view(folder) == "exercises" && file.extension() == ".cpp" &&
                        file.parent_path().filename() != "common";
      const std::string kind = file.extension().string();
      if (!entry.is_regular_file() || stub) continue;
      if (kind == ".cpp" || kind == ".hpp" || kind == ".txt" || kind == ".cmake" ||
          kind == ".awk" || kind == ".map") {
        files.push_back(file);
      }
    }
  }
  std::ranges::sort(files);
  return files;
}

std::string draw_seed() {
  std::random_device device;
  return std::to_string(std::uint64_t{device()} << 32 | device());
}

/// Graders that start together must not draw one each: the first that is there counts.
std::string agreed_seed(const fs::path& file, bool fresh) {
  const fs::path mine = file.string() + "." + std::to_string(getpid());
  write_file(mine, draw_seed());
  if (fresh) {
    fs::rename(mine, file);
  } else {
    std::error_code there_is_one;
    fs::create_hard_link(mine, file, there_is_one);
    fs::remove(mine);
  }
  return read_file(file);
}

Record joined(Record first, const Record& second) {
  first.tests.insert(first.tests.end(), second.tests.begin(), second.tests.end());
  first.checks.insert(first.checks.end(), second.checks.begin(), second.checks.end());
  first.skipped.insert(first.skipped.end(), second.skipped.begin(), second.skipped.end());
  first.done = first.done && second.done;
  first.forked = first.forked || second.forked;
  first.seconds += second.seconds;
  return first;
}

bool has_hung(const Record& record) {
  return !record.checks.empty() && record.checks.back().verb == "hung";
}
bool was_killed(const Record& record) {
  return std::ranges::any_of(record.checks, [](const Check& check) {
    return check.verb == "crashed" && check.got_words.starts_with("killed");
  });
}

}  // namespace

bool is_busy() {
  double load = 0;
  return getloadavg(&load, 1) == 1 && load > 1.5 * std::thread::hardware_concurrency();
}

bool may_be_the_machine(const Record& record) {
  return was_killed(record) || (has_hung(record) && is_busy());
}

void forget(const fs::path& records) {
  for (const char* kind : {".visible", ".hidden"}) fs::remove(records.string() + kind);
}

std::vector<std::string> sha256(const std::vector<fs::path>& files) {
  if (files.empty()) return {};
  Command command;
  command.arguments = {"sha256sum", "--"};
  command.arguments.insert(command.arguments.end(), files.begin(), files.end());
  command.kept_output = 16 << 20;
  const Ended ended = run(command);
  std::vector<std::string> hashes;
  for (const std::string& line : lines_of(ended.output)) hashes.push_back(line.substr(0, 64));
  if (!ended.ok() || hashes.size() != files.size()) {
    throw Failure(Exit::infrastructure, "sha256sum failed: " + ended.output.substr(0, 500));
  }
  return hashes;
}

std::string sha256_of_text(const std::string& text) {
  std::string file = (fs::temp_directory_path() / "quarter-turn-hash-XXXXXX").string();
  const int descriptor = mkstemp(file.data());
  const bool written = write(descriptor, text.data(), text.size()) == std::ssize(text);
  close(descriptor);
  if (!written) throw Failure(Exit::infrastructure, "cannot write " + file + "; is the disk full?");
  const std::string hash = sha256({file}).front();
  fs::remove(file);
  return hash;
}

Session::Session(const Tree& tree, const Syllabus&, std::string seed, bool fresh)
    : tree_(tree), seed_(std::move(seed)) {
  const fs::path grading = tree.root / ".kit/grading";
  fs::create_directories(grading);
  if (seed_.empty() && !fresh) seed_ = read_file(grading / "seed");
  if (seed_.empty()) seed_ = agreed_seed(grading / "seed", fresh);
  fs::permissions(grading, fs::perms(0700));

  const std::vector<fs::path> files = deciding_files(tree);
  std::string all;
  for (const std::string& hash : sha256(files)) all += hash + "\n";
  Command compiler;
  compiler.arguments = {"c++", "--version"};
  const std::string words = run(compiler).output;
  compiler_version_ = words.substr(0, words.find('\n'));
  kit_version_ = sha256_of_text(all + compiler_version_).substr(0, 16);
  folder_ = grading / sha256_of_text(seed_ + " " + kit_version_).substr(0, 16);
}

Seen Session::see(const Exercise& exercise, const fs::path& part,
                  const std::vector<std::string>& worker, const fs::path& records) const {
  const fs::path program = tree_.build() / "grading" / (exercise.name + ".graded");
  Seen seen;
  for (const bool hidden : {false, true}) {
    const fs::path file = records.string() + (hidden ? ".hidden" : ".visible");
    if (!fs::exists(file)) {
      record_run(program, part, file,
                 {.only = hidden ? "[hidden]~[conformance]" : "~[hidden]~[conformance]",
                  .seconds = seconds_allowed,
                  .patience = patience,
                  .seed = seed_,
                  .worker = worker});
    }
    const Record record = read_record(file);
    (hidden ? seen.hidden : seen.visible) = record.tests;
    if (!hidden) seen.output = record.output;
    seen.record = hidden ? joined(std::move(seen.record), record) : record;
    // What does not come back from the visible tests will not from the hidden ones either.
    if (has_hung(record) || !record.unplugged.empty() || !record.plug_error.empty()) break;
  }
  return seen;
}

Seen Session::model(const Exercise& exercise) {
  const fs::path part = tree_.build() / "parts" / exercise.name / "model.so";
  const fs::path kept = records(exercise) / "model";
  for (const bool last : {false, true}) {
    Seen seen = see(exercise, part, {}, kept);
    if (!has_hung(seen.record) && !was_killed(seen.record)) return seen;
    forget(kept);
    if (last) {
      throw Failure(may_be_the_machine(seen.record) ? Exit::infrastructure : Exit::fault,
                    fmt::format("the kit's own solution of {} did not come to its end: {}; this "
                                "machine is too busy, or short of memory (seed {})",
                                exercise.name, judge(seen.record, seen.record).message, seed_));
    }
  }
  return {};
}

std::vector<Wrong> Session::wrong_versions(const Exercise& exercise) {
  const std::scoped_lock lock(mutex_);
  const fs::path folder = tree_.root / exercise.wrong_folder();
  std::vector<std::string> names, targets;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string kind = head_lines(entry.path())["Kind"];
    if (kind == "race") continue;
    names.push_back(entry.path().stem().string());
    targets.push_back(exercise.name + ".wrong." + names.back());
  }
  std::vector<Wrong> all;
  const fs::path kept = records(exercise);
  const bool complete = std::ranges::all_of(
      names, [&](const std::string& name) { return fs::exists(kept / (name + ".jsonl")); });
  if (!complete) build(tree_, "building known mistakes", targets, true);
  for (const std::string& name : names) {
    const fs::path file = kept / (name + ".jsonl");
    const fs::path part = tree_.build() / "parts" / exercise.name / "wrong" / (name + ".so");
    const bool fresh = !fs::exists(file) && fs::exists(part);
    if (fresh) {
      // Two runs, two records; one file holds both, as the runs came.
      const fs::path program = tree_.build() / "grading" / (exercise.name + ".graded");
      std::string text;
      for (const char* tags : {"~[hidden]~[conformance]", "[hidden]~[conformance]"}) {
        const fs::path one = kept / fmt::format("{}.part.{}", name, getpid());
        record_run(program, part, one,
                   {.source = folder / (name + ".cpp"),
                    .only = tags,
                    .seconds = seconds_allowed,
                    .patience = patience,
                    .seed = seed_});
        text += read_file(one);
        const bool hung = has_hung(read_record(one));
        fs::remove(one);
        if (hung) break;
      }
      write_file(file, text);
    }
    if (!fs::exists(file)) continue;
    all.push_back({name, read_record(file)});
    if (fresh && may_be_the_machine(all.back().record)) fs::remove(file);  // for this once
  }
  std::ranges::sort(all, {}, &Wrong::version);
  return all;
}

std::string Session::kept_result(const Exercise& exercise, const std::string& hash) const {
  return read_file(kept(exercise, hash));
}
void Session::keep_result(const Exercise& exercise, const std::string& hash,
                          const std::string& text) const {
  write_file(kept(exercise, hash), text);
}

}  // namespace kit
