#include "grader/session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <sstream>

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

}  // namespace

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
  const fs::path file = fs::temp_directory_path() / fmt::format("kit-hash-{}", getpid());
  write_file(file, text);
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
                  const std::vector<std::string>& worker, const fs::path& source) const {
  const fs::path program = tree_.build() / "grading" / (exercise.name + ".graded");
  static std::atomic<int> counter = 0;
  Seen seen;
  for (const bool hidden : {false, true}) {
    const fs::path file = folder_ / fmt::format("run.{}.{}", getpid(), counter++);
    record_run(program, part, file,
               {.source = source,
                .only = hidden ? "[hidden]~[conformance]" : "~[hidden]~[conformance]",
                .seconds = seconds_allowed,
                .patience = patience,
                .seed = seed_,
                .worker = worker});
    const Record record = read_record(file);
    fs::remove(file);
    (hidden ? seen.hidden : seen.visible) = record.tests;
    if (!hidden) seen.output = record.output;
    seen.record = hidden ? joined(std::move(seen.record), record) : record;
    // What does not come back from the visible tests will not from the hidden ones either.
    const bool hung = !record.checks.empty() && record.checks.back().verb == "hung";
    if (hung || !record.unplugged.empty() || !record.plug_error.empty()) break;
  }
  return seen;
}

Seen Session::model(const Exercise& exercise) {
  return see(exercise, tree_.build() / "parts" / exercise.name / "model.so", {});
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
    if (!fs::exists(file) && fs::exists(part)) {
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
        const Record record = read_record(one);
        fs::remove(one);
        if (!record.checks.empty() && record.checks.back().verb == "hung") break;
      }
      write_file(file, text);
    }
    if (fs::exists(file)) all.push_back({name, read_record(file)});
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
