#include "grader/grade.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "front/build.hpp"
#include "front/test.hpp"
#include "grader/sandbox.hpp"
#include "grader/session.hpp"
#include "grader/submission.hpp"
#include "grading/course.hpp"

namespace kit {
namespace {

using json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// One exercise of a submission, with everything that the schema asks for.
json blank(const Exercise& exercise) {
  return {{"name", exercise.name},
          {"chapter", exercise.chapter},
          {"side", exercise.side},
          {"verdict", "missing"},
          {"points", 0.0},
          {"max_points", 0.0},
          {"message", ""},
          {"tests", json::array()},
          {"tests_passed", 0},
          {"tests_total", 0},
          {"checks_passed", 0},
          {"checks_total", 0},
          {"diagnosis", json::array()},
          {"log", ""},
          {"seconds", 0.0},
          {"sha256", ""},
          {"cached", false},
          {"retried", false}};
}

bool test_passed(const std::string& test, const Record& record, const Record& model) {
  const auto fails = [&](const Check& check) { return check.test == test && !check.ok; };
  if (std::ranges::any_of(record.checks, fails)) return false;
  std::size_t wanted = 0, right = 0;
  for (const Check& check : model.checks) wanted += check.test == test;
  for (const Check& check : record.checks) right += check.test == test;
  return right >= wanted;
}

/// What the verdict says, without a hidden test's name or what it handed over.
std::string message_of(const Verdict& verdict, const std::vector<std::string>& hidden) {
  std::string text = verdict.message;
  for (const std::string& name : hidden) {
    const std::string words = "in the test \"" + name + "\"";
    const std::size_t at = text.find(words);
    if (at != std::string::npos) text.replace(at, words.size(), "in a hidden test");
  }
  if (verdict.kind == Kind::does_not_compile || verdict.kind == Kind::passes ||
      verdict.kind == Kind::not_started) {
    return text;
  }
  const auto is_hidden = [&](const Check& check) {
    return std::ranges::find(hidden, check.test) != hidden.end();
  };
  for (const Check& check : verdict.failing) {
    if (ended_early(check) || is_hidden(check)) continue;
    return text + (text.empty() ? "" : "\n") + check.test + "\n" + describe(check);
  }
  if (text.empty()) text = "hidden tests fail; every visible one passes";
  return text;
}

/// For whoever teaches: of each hidden test that fails, the first check that does.
std::string hidden_failures(const Verdict& verdict, const std::vector<std::string>& hidden) {
  std::string text;
  std::set<std::string> told;
  for (const Check& check : verdict.failing) {
    if (std::ranges::find(hidden, check.test) == hidden.end()) continue;
    if (told.insert(check.test).second) text += check.test + "\n" + describe(check) + "\n";
  }
  return text;
}

class Grader {
 public:
  Grader(const Tree& tree, const Syllabus& syllabus, const GradeOptions& options)
      : tree_(tree),
        syllabus_(syllabus),
        options_(options),
        session_(tree, syllabus, options.seed, options.new_session),
        course_(read_course(tree, syllabus)),
        selected_(syllabus.select(options.exercises.empty() ? course_.graded(syllabus)
                                                            : options.exercises)) {}

  /// Grades one submission into one directory.
  Exit grade(const fs::path& path, const fs::path& out);

 private:
  void get_ready();
  json grade_exercise(Sandbox& sandbox, const Exercise& exercise, const std::string& text,
                      const std::string& hash);
  json judge_file(Sandbox& sandbox, const Exercise& exercise, const std::string& text);
  std::vector<json> grade_all(const Submission& submission,
                              const std::map<std::string, std::string>& hashes);
  void report(const json& result) const;

  const Tree& tree_;
  const Syllabus& syllabus_;
  const GradeOptions& options_;
  Session session_;
  const Course course_;
  std::vector<const Exercise*> selected_;
  std::vector<std::unique_ptr<Sandbox>> sandboxes_;
};

/// The test programs, and a proof that what is isolated here is isolated.
void Grader::get_ready() {
  if (!sandboxes_.empty()) return;
  std::vector<std::string> targets = {"linear.graded", "linear.worker"};
  for (const Exercise* exercise : selected_) {
    targets.insert(targets.end(), {exercise->name + ".graded", exercise->name + ".worker"});
  }
  build(tree_, "building the graders", targets);
  if (options_.isolation == Isolation::bwrap) {
    const Proof proof = prove_isolation(tree_, syllabus_, false);
    if (!proof.problem.empty()) {
      throw Failure(Exit::infrastructure,
                    "untrusted code is not isolated on this machine: " + proof.problem +
                        "; `./kit doctor --grading` shows all that was tried");
    }
  }
  for (int i = 0; i < options_.jobs; ++i) {
    sandboxes_.push_back(std::make_unique<Sandbox>(tree_, syllabus_, options_.isolation));
  }
}

json Grader::judge_file(Sandbox& sandbox, const Exercise& exercise, const std::string& text) {
  json result = blank(exercise);
  const Sandbox::Compiled compiled = sandbox.compile(exercise, text);
  if (compiled.object.empty()) {
    result["verdict"] = word(Kind::does_not_compile);
    result["message"] = clean(compiled.error);
    return result;
  }
  const Seen model = session_.model(exercise);
  const Verdict own = judge(model.record, model.record);
  if (own.kind != Kind::passes) {
    throw Failure(Exit::fault,
                  fmt::format("the kit's own solution of {} {} under seed {}: {}", exercise.name,
                              word(own.kind), session_.seed(),
                              own.failing.empty() ? own.message : own.failing.front().id));
  }
  const std::vector<std::string> worker = sandbox.worker_command(exercise, compiled.object);
  const auto see = [&] {
    forget(sandbox.records());
    return session_.see(exercise, compiled.object, worker, sandbox.records());
  };
  Seen seen = see();
  if (may_be_the_machine(seen.record)) {
    seen = see();
    result["retried"] = true;
  }
  const Verdict verdict = judge(seen.record, model.record);
  if (verdict.kind == Kind::fails || verdict.kind == Kind::crashes || verdict.kind == Kind::hangs) {
    for (const Diagnosis& known : diagnose(seen.record, session_.wrong_versions(exercise))) {
      result["diagnosis"].push_back({{"version", known.version},
                                     {"belief", known.belief},
                                     {"truth", known.truth},
                                     {"exact", known.exact}});
    }
  }
  result["verdict"] = word(verdict.kind);
  result["message"] = clean(message_of(verdict, model.hidden));
  result["log"] = clean(seen.output);
  result["hidden"] = clean(hidden_failures(verdict, model.hidden));
  result["checks_passed"] = verdict.passed;
  result["checks_total"] = verdict.total;
  if (verdict.kind == Kind::not_started) return result;
  int passed = 0;
  for (const bool hidden : {false, true}) {
    for (const std::string& name : hidden ? model.hidden : model.visible) {
      const bool ok =
          verdict.kind != Kind::does_not_compile && test_passed(name, seen.record, model.record);
      passed += ok;
      result["tests"].push_back({{"name", name}, {"hidden", hidden}, {"passed", ok}});
    }
  }
  result["tests_passed"] = passed;
  result["tests_total"] = result["tests"].size();
  return result;
}

json Grader::grade_exercise(Sandbox& sandbox, const Exercise& exercise, const std::string& text,
                            const std::string& hash) {
  const std::string key = hash + "-" + word(options_.isolation);
  if (!options_.force) {
    json kept = json::parse(session_.kept_result(exercise, key), nullptr, false);
    if (kept.is_object()) {
      kept["cached"] = true;
      return kept;
    }
  }
  const auto start = Clock::now();
  json result = judge_file(sandbox, exercise, text);
  result["sha256"] = hash;
  result["seconds"] = seconds_since(start);
  // What a busy machine may have brought about is no judgment on others who handed in the same.
  if (result["verdict"] != word(Kind::hangs) && !result["retried"]) {
    session_.keep_result(exercise, key,
                         result.dump(-1, ' ', false, json::error_handler_t::replace));
  }
  return result;
}

std::vector<json> Grader::grade_all(const Submission& submission,
                                    const std::map<std::string, std::string>& hashes) {
  std::vector<json> results;
  std::vector<std::size_t> work;
  for (const Exercise* exercise : selected_) {
    json result = blank(*exercise);
    const auto found = submission.files.find(exercise->name);
    if (found != submission.files.end()) {
      if (hashes.contains(exercise->name)) result["sha256"] = hashes.at(exercise->name);
      if (!found->second.refused.empty()) {
        result["verdict"] = "refused";
        result["message"] = "the file is not taken: it is " + found->second.refused;
      } else if (found->second.text == read_file(tree_.root / exercise->pristine())) {
        result["verdict"] = word(Kind::not_started);
      } else {
        work.push_back(results.size());
      }
    }
    results.push_back(std::move(result));
  }
  if (work.empty()) return results;

  get_ready();
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failed;
  std::mutex mutex;
  std::vector<std::jthread> threads;
  for (const auto& sandbox : sandboxes_) {
    threads.emplace_back([&, box = sandbox.get()] {
      for (std::size_t i; (i = next++) < work.size();) {
        const Exercise& exercise = *selected_[work[i]];
        try {
          json result = grade_exercise(*box, exercise, submission.files.at(exercise.name).text,
                                       hashes.at(exercise.name));
          const std::scoped_lock lock(mutex);
          results[work[i]] = std::move(result);
          tree_.on_step("grading", static_cast<int>(i + 1), static_cast<int>(work.size()));
        } catch (...) {
          const std::scoped_lock lock(mutex);
          if (!failed) failed = std::current_exception();
          next = work.size();
        }
      }
    });
  }
  threads.clear();
  tree_.on_step("grading", 0, 0);
  if (failed) std::rethrow_exception(failed);
  return results;
}

/// What graders that were killed left beside a result.
void remove_half_results(const fs::path& out) {
  const std::string prefix = out.filename().string() + ".tmp.";
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(out.parent_path(), error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const pid_t pid = std::atoi(name.c_str() + prefix.size());
    if (pid > 0 && kill(pid, 0) != 0 && errno == ESRCH) fs::remove_all(entry.path(), error);
  }
}

/// Puts a finished directory where the old one was, in one step.
void put_in_place(const fs::path& made, const fs::path& out) {
  if (!fs::exists(out)) {
    fs::rename(made, out);
  } else if (renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, out.c_str(), RENAME_EXCHANGE) == 0) {
    fs::remove_all(made);
  } else {  // a file system that cannot exchange
    fs::remove_all(out);
    fs::rename(made, out);
  }
}

Exit Grader::grade(const fs::path& path, const fs::path& out) {
  const auto start = Clock::now();
  const Submission submission = read_submission(path, syllabus_);
  if (fs::exists(out) && !fs::exists(out / "result.json") &&
      (!fs::is_directory(out) || !fs::is_empty(out))) {
    throw Failure(Exit::usage,
                  out.string() + " is there and is no result of kit grade; name another");
  }
  if (out.has_parent_path()) fs::create_directories(out.parent_path());
  const fs::path made = out.string() + ".tmp." + std::to_string(getpid());
  remove_half_results(out);
  fs::create_directories(made / "log");

  std::map<std::string, std::string> hashes;
  std::vector<fs::path> files;
  std::vector<std::string> names;
  for (const auto& [name, taken] : submission.files) {
    if (!taken.refused.empty()) continue;
    names.push_back(name);
    files.push_back(made / (name + ".cpp"));
    write_file(files.back(), taken.text);
  }
  const std::vector<std::string> sums = sha256(files);
  for (std::size_t i = 0; i < names.size(); ++i) {
    hashes[names[i]] = sums[i];
    fs::remove(files[i]);
  }
  std::string inputs =
      fmt::format("kit {}\nseed {}\nisolation {}\nsubmission {}\n", session_.kit_version(),
                  session_.seed(), word(options_.isolation), submission.name);
  if (!submission.malformed.empty()) inputs += "malformed " + submission.malformed + "\n";
  for (const Exercise* exercise : selected_) {
    const auto found = submission.files.find(exercise->name);
    inputs += fmt::format("{} {} {}\n", exercise->name,
                          course_.points_for(exercise->name, exercise->side),
                          found == submission.files.end()   ? "missing"
                          : hashes.contains(exercise->name) ? hashes.at(exercise->name)
                                                            : found->second.refused);
  }
  const Exit code = submission.malformed.empty() ? Exit::done : Exit::not_started;
  if (!options_.force && read_file(out / "DONE") == inputs) {
    const json before = json::parse(read_file(out / "result.json"), nullptr, false);
    if (before.is_object()) {
      fs::remove_all(made);
      report(before);
      return code;
    }
  }

  std::vector<json> exercises;
  try {
    exercises = grade_all(submission, hashes);
  } catch (...) {
    fs::remove_all(made);
    throw;
  }
  double points = 0, max_points = 0;
  for (json& one : exercises) {
    const double worth = course_.points_for(one["name"], one["side"]);
    one["max_points"] = worth;
    one["points"] = one["verdict"] == "passes" && submission.malformed.empty() ? worth : 0.0;
    points += one["points"].get<double>();
    max_points += worth;
    const fs::path log = made / "log" / one["name"].get<std::string>();
    if (one["log"] != "") write_file(log.string() + ".txt", one["log"].get<std::string>());
    const std::string hidden =
        one.value("hidden", "");  // no part of the result: it tells the tests
    if (!hidden.empty()) write_file(log.string() + ".hidden.txt", hidden);
    one.erase("hidden");
  }
  const json result = {
      {"schema_version", 1},
      {"submission", submission.name},
      {"points", points},
      {"max_points", max_points},
      {"seed", session_.seed()},
      {"isolation", word(options_.isolation)},
      {"malformed", submission.malformed},
      {"seconds", seconds_since(start)},
      {"versions", {{"kit", session_.kit_version()}, {"compiler", session_.compiler_version()}}},
      {"exercises", exercises}};
  write_file(made / "result.json",
             result.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
  write_file(made / "DONE", inputs);
  put_in_place(made, out);
  report(result);
  malloc_trim(0);  // the records of this submission's mistakes; a class must not grow
  return code;
}

/// Nothing here is the student's text: a log of CI may read it.
void Grader::report(const json& result) const {
  if (options_.json) {
    fmt::print("{}\n", result.dump(-1, ' ', false, json::error_handler_t::replace));
    return;
  }
  std::map<std::string, int> counts;
  for (const json& one : result["exercises"]) ++counts[one["verdict"].get<std::string>()];
  std::string words;
  for (const auto& [verdict, n] : counts) {
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", n, verdict);
  }
  std::string name;  // a folder's name may be anything, but a line of its own
  for (const char c : result["submission"].get<std::string>()) {
    name +=
        std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '_' ? c : '_';
  }
  fmt::print("submission {}: {:g} of {:g} points ({})\n", name, result["points"].get<double>(),
             result["max_points"].get<double>(), words);
  if (result["malformed"] != "") {
    const bool may_be_many = options_.shard_count == 0 && fs::is_directory(options_.submission);
    fmt::print("  it could not be read; result.json says why{}\n",
               may_be_many ? ". Many submissions in a folder? `--shard-count 1` grades each" : "");
  }
  if (options_.shard_count > 0) return;
  for (const json& one : result["exercises"]) {
    const std::string verdict = one["verdict"];
    if (verdict == "passes" || verdict == "missing" || verdict == "not_started") continue;
    std::string known;
    for (const json& mistake : one["diagnosis"]) {
      known +=
          (known.empty() ? ": a known mistake: " : ", ") + mistake["version"].get<std::string>();
    }
    fmt::print("  {} {}{}\n", one["name"].get<std::string>(), verdict, known);
  }
}

struct Item {
  fs::path path;
  std::string name;
};

/// The submissions of a folder, by name: its folders and files. What is no zip archive gets a
/// result that says so, rather than none.
std::vector<Item> submissions_in(const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    throw Failure(Exit::usage,
                  folder.string() + " is no folder of submissions, which --shard-count asks for");
  }
  std::vector<Item> items;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path& path = entry.path();
    const std::string name = path.filename().string();
    if (name.starts_with('.')) continue;
    if (entry.is_symlink()) {
      fmt::print(stderr, "kit: a link is not followed: {}\n", clean(path.string(), 300));
      continue;
    }
    if (entry.is_directory()) items.push_back({path, name});
    if (entry.is_regular_file()) {
      const bool both = fs::exists(fs::path(path).replace_extension(""));
      items.push_back({path, both || path.extension() != ".zip" ? name : path.stem().string()});
    }
  }
  std::ranges::sort(items, {}, &Item::name);
  return items;
}

}  // namespace

Exit grade(const Tree& tree, const Syllabus& syllabus, const GradeOptions& options) {
  Grader grader(tree, syllabus, options);
  if (options.shard_count == 0) return grader.grade(options.submission, options.out);

  int n = 0, n_malformed = 0, n_failed = 0;
  const std::vector<Item> items = submissions_in(options.submission);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i % static_cast<std::size_t>(options.shard_count) !=
        static_cast<std::size_t>(options.shard_index)) {
      continue;
    }
    ++n;
    try {
      if (grader.grade(items[i].path, options.out / items[i].name) != Exit::done) ++n_malformed;
    } catch (const Failure& failure) {
      if (failure.code == Exit::fault) throw;  // it would be the same for all
      fmt::print(stderr, "kit: {}\n", failure.what());
      ++n_failed;
    } catch (const std::exception& failure) {
      // The others are graded all the same; a second run takes up what is missing.
      fmt::print(stderr, "kit: {}\n", failure.what());
      ++n_failed;
    }
    std::fflush(stdout);
  }
  fmt::print("{} submissions: {} malformed, {} not graded\n", n, n_malformed, n_failed);
  return n_failed > 0 ? Exit::infrastructure : Exit::done;
}

}  // namespace kit
