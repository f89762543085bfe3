#include "front/own_tests.hpp"

#include <algorithm>

#include "front/build.hpp"
#include "runner/process.hpp"

namespace kit {
namespace {

/// Below what a run of tests printed some time ago.
const std::string kept_mark = "kept from the last run\n";

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

}  // namespace

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

void count_own_tests(const std::string& output, VerifyReport& report) {
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

}  // namespace kit
