#include "front/deep.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>

#include "front/build.hpp"
#include "front/documents.hpp"
#include "runner/process.hpp"
#include "runner/record.hpp"

namespace kit {
namespace {

constexpr const char* packages = "apt-get install clang libclang-rt-dev libomp-dev";

/// The number of the line that a frame of a report names in the file; 0 if it names none.
int line_in(const std::string& frame, const std::string& file) {
  const std::size_t at = frame.find(file + ":");
  return at == std::string::npos ? 0 : std::atoi(frame.c_str() + at + file.size() + 1);
}

struct Place {
  int line;
  std::string role;  // what was done there, if it is not the finding itself
};

/// The lines of the file that a report names: of each stack in it the innermost.
std::vector<Place> places(const std::string& report, const std::string& file) {
  std::vector<Place> all;
  std::string role;
  bool taken = false;
  for (const std::string& text : lines_of(report)) {
    if (text.find('#') == std::string::npos) {  // words above the next stack
      taken = false;
      if (text.find("freed by") != text.npos) role = "  (given back here)";
      if (text.find("allocated by") != text.npos) role = "  (asked for here)";
    }
    const int line = line_in(text, file);
    if (line == 0 || taken) continue;
    taken = true;
    if (std::ranges::find(all, line, &Place::line) == all.end()) all.push_back({line, role});
  }
  return all;
}

std::string race_words(const std::string& report) {
  const bool reads = report.find("  Read of size") != std::string::npos ||
                     report.find("  Previous read of size") != std::string::npos;
  std::string where;
  if (report.find("Location is heap") != std::string::npos) where = " of a vector";
  return reads ? "one thread reads an element" + where + " while another writes it"
               : "two threads write the same element" + where;
}

/// What the report is about, by the words that all versions of the sanitizers have in common.
std::string what_happened(const std::string& report) {
  const auto says = [&](std::string_view words) { return report.find(words) != report.npos; };
  if (says("ThreadSanitizer: data race")) return race_words(report);
  const std::size_t undefined = report.find("runtime error: ");
  if (undefined != report.npos) {
    const std::size_t begin = undefined + std::strlen("runtime error: ");
    return "undefined behavior: " + report.substr(begin, report.find('\n', begin) - begin);
  }
  const std::pair<const char*, const char*> known[] = {
      {"heap-use-after-free", "memory is used that was given back"},
      {"stack-use-after", "a variable is used that exists no more"},
      {"double-free", "memory is given back twice"},
      {"bad-free", "memory is given back that was never asked for"},
      {"alloc-dealloc-mismatch", "memory is given back in another way than it was asked for"},
      {"memory leaks", "memory is never given back"},
      {"SEGV", "an address outside its memory"},
      {"stack-overflow", "the stack is full: a function that calls itself for ever?"}};
  for (const auto& [word, words] : known) {
    if (says(word)) return words;
  }
  if (says("buffer-overflow") || says("buffer-underflow")) {
    return fmt::format("an element is {} outside its memory",
                       says("\nWRITE of size") ? "written" : "read");
  }
  const std::size_t summary = report.find("SUMMARY: ");
  if (summary == report.npos) return "";
  return report.substr(summary + 9, report.find('\n', summary) - summary - 9);
}

/// Why the thread sanitizer cannot run on this machine; empty if it can.
std::string no_threads_here() {
  Command clang;
  clang.arguments = {"clang++", "--version"};
  return run(clang).ok() ? "" : std::string("clang++ is missing: ") + packages;
}

/// The tests, in a process of their own. A kernel that scatters memory more widely than an old
/// sanitizer expects is asked not to.
Ended run_tests(const std::vector<std::string>& arguments) {
  Command tests;
  tests.arguments = arguments;
  tests.environment = {{"OMP_WAIT_POLICY", "passive"}, {"KIT_SEED", "0"}};
  tests.seconds = 120;
  tests.kept_output = 1 << 20;
  const Ended ended = run(tests);
  if (ended.output.find("FATAL: ThreadSanitizer") == std::string::npos) return ended;
  tests.arguments.insert(tests.arguments.begin(), {"setarch", "-R"});
  fs::remove(arguments[4]);
  return run(tests);
}

}  // namespace

std::string sanitizer_words(const std::string& report, const fs::path& file, const fs::path& root) {
  std::string words = what_happened(report);
  if (words.empty()) return "";
  const std::vector<std::string> source = lines_of(read_file(file));
  const fs::path shown = file.lexically_relative(root);
  for (const auto& [line, role] : places(report, file.string())) {
    const auto at = static_cast<std::size_t>(line) - 1;
    std::string text = at < source.size() ? source[at] : "";
    text.erase(0, text.find_first_not_of(' '));
    words +=
        fmt::format("\n  {}:{}: {}{}", (shown.native().starts_with("..") ? file : shown).string(),
                    line, text, role);
  }
  return words;
}

Deep run_deep(const Tree& tree, const Exercise& exercise, const std::string& preset,
              const fs::path& file) {
  const bool threads = preset == "threads";
  Deep deep;
  deep.watches = threads ? "threads" : "memory";
  if (threads) deep.not_run = no_threads_here();
  if (!deep.not_run.empty()) return deep;

  Tree there;
  try {
    there = configured(tree, preset);
  } catch (const Failure& failure) {
    deep.not_run = std::string(failure.what()) + (threads ? packages : "");
    return deep;
  }
  // The stub as it came brings the headers along that are compiled in advance.
  const std::string broken = build(there, "building for --deep (" + deep.watches + ")",
                                   {exercise.name + ".test", exercise.name + ".stub"}, true);
  if (!broken.empty()) {
    deep.not_run = "its build failed:\n" + broken.substr(0, 2000);
    return deep;
  }
  const fs::path source = fs::absolute(file).lexically_normal();
  const fs::path part =
      there.build() / "tried" / (exercise.name + "-" + std::to_string(getpid()) + ".so");
  const fs::path record = fs::path(part).replace_extension(".jsonl");
  const Compiled compiled = compile(there, read_syllabus(there), exercise, source, part);
  if (!compiled.error.empty()) {
    deep.found = "it does not compile there:\n" + compiled.error;
    return deep;
  }

  const fs::path program = there.build() / "tests" / (exercise.name + ".test");
  const Ended ended = run_tests({program, "--part", part, "--record", record});
  const Record seen = read_record(record);
  fs::remove(part);
  fs::remove(record);
  if (ended.output.find("FATAL: ThreadSanitizer") != std::string::npos) {
    deep.not_run =
        "the thread sanitizer does not get along with this kernel: "
        "sysctl vm.mmap_rnd_bits=28 as root, and start again";
    return deep;
  }
  deep.found = sanitizer_words(ended.output, source, tree.root);
  deep.is_race = ended.output.find("ThreadSanitizer: data race") != std::string::npos;
  if (deep.found.empty() && ended.timed_out) deep.found = "still running after 120 seconds";
  if (deep.found.empty() && !ended.ok()) {
    const auto failing = std::ranges::find(seen.checks, false, &Check::ok);
    deep.found = ended.signal != 0 ? "the program crashed"
                 : failing == seen.checks.end()
                     ? "the program ended before its tests did"
                     : fmt::format("the test \"{}\" fails in this build", failing->test);
  }
  if (!deep.found.empty() && !seen.done && !seen.tests.empty()) {
    deep.found += fmt::format("\n  in the test \"{}\"", seen.tests.back());
  }
  return deep;
}

std::string describe(const std::vector<Deep>& all) {
  const Colour& c = colour();
  std::string text = "\n";
  for (const Deep& deep : all) {
    const bool ran = deep.not_run.empty(), clean = ran && deep.found.empty();
    const std::string_view paint = clean ? c.green : ran ? c.red : c.yellow;
    std::string words = clean ? "nothing found" : ran ? deep.found : "not run: " + deep.not_run;
    for (std::size_t at = 0; (at = words.find('\n', at)) != std::string::npos; at += 13) {
      words.insert(at + 1, 12, ' ');
    }
    text += fmt::format("  {}{:<10}{}{}\n", paint, deep.watches, c.reset, words);
  }
  return text;
}

}  // namespace kit
