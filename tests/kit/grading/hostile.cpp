// Submissions that attack: tests/attacks/*.cpp, each handed in as somebody's linear.
#include <algorithm>

#include "grading/grader.hpp"

namespace kit::tests {
namespace {

std::map<std::string, std::string> head_of(const fs::path& file) {
  std::map<std::string, std::string> head;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line) && line.starts_with("// ");) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) head[line.substr(3, colon - 3)] = line.substr(colon + 2);
  }
  return head;
}

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
}

std::vector<fs::path> attacks() {
  std::vector<fs::path> all;
  if (is_quick()) {
    for (const char* name : {"includes_hidden_tests", "prints_a_pass_and_exits",
                             "reads_the_environment", "writes_into_the_tests_inputs"}) {
      all.push_back(checkout / "tests/attacks" / (std::string(name) + ".cpp"));
    }
    return all;
  }
  for (const auto& entry : fs::directory_iterator(checkout / "tests/attacks")) {
    if (entry.path().stem() != "probe") all.push_back(entry.path());
  }
  std::ranges::sort(all);
  return all;
}

/// All of them, graded as one class, once; the grader must come to its end.
struct Class {
  Class() {
    skip_without_sandbox();
    for (const fs::path& attack : attacks()) {
      std::string text = read(attack);
      replace_all(text, "@ROOT@", checkout.string());
      replace_all(text, "@OUT@", (folder.path / "out" / attack.stem()).string());
      write(folder.path / "in" / attack.stem() / "exercises/01_numbers/linear.cpp", text);
    }
    fs::create_directory(stages());
    for (const fs::path& open : {folder.path, stages()}) fs::permissions(open, fs::perms(0711));
    ended =
        run_grader({"grade", (folder.path / "in").string(), "--out", (folder.path / "out").string(),
                    "--seed", seed, "--shard-count", "1", "--exercises", "linear", "--force"},
                   {{"TMPDIR", stages().string()}});
  }
  fs::path stages() const { return folder.path / "stages"; }
  Folder folder;
  Ended ended;
};
const Class& graded_class() {
  static const Class all;
  return all;
}

/// Text of a student's that goes into reports: nothing of the hidden tests, nothing that acts.
void expect_harmless(const std::string& text) {
  static const std::vector<std::string> secrets = [] {
    std::vector<std::string> lines = {seed};
    std::istringstream in(read(checkout / "tests/hidden/01_numbers/linear.cpp"));
    for (std::string line; std::getline(in, line);) {
      const std::size_t first = line.find_first_not_of(' ');
      if (first != std::string::npos && line.size() > first + 20 && line[0] != '#') {
        lines.push_back(line.substr(first));
      }
      const std::size_t quote = line.find('"');
      if (line.starts_with("TEST_CASE")) {
        lines.push_back(line.substr(quote + 1, line.find('"', quote + 1) - quote - 1));
      }
    }
    return lines;
  }();
  for (const std::string& secret : secrets) {
    expect(text.find(secret) == std::string::npos, "the report tells a secret: " + secret);
  }
  const bool acts = std::ranges::any_of(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t'; });
  expect(!acts, "the report has control characters: " + json(text).dump());
  expect(text.size() <= 4000, "the report is " + std::to_string(text.size()) + " bytes long");
}

struct Attacks {
  Attacks() {
    for (const fs::path& file : attacks()) {
      const std::string name = file.stem().string();
      Case("attack " + name, [file, name] {
        auto head = head_of(file);
        const json result = result_in(graded_class().folder.path / "out" / name);
        const json& one = result.at("exercises").at(0);
        const std::string verdict = one["verdict"], message = one["message"], log = one["log"];
        expect(result["points"] == 0, "it gets points");
        std::istringstream verdicts(head["Verdict"]);
        const std::vector<std::string> allowed{std::istream_iterator<std::string>(verdicts), {}};
        expect(std::ranges::count(allowed, verdict) == 1,
               "the verdict is " + verdict + ", not " + head["Verdict"] + ": " + message + log);
        expect_says(message, head["Says"]);
        expect_says(log, head["Prints"]);
        expect_harmless(message);
        expect_harmless(log);
      });
    }
  }
} all_attacks;

const Case after_attacks("attacks leave the grader alive and nothing behind", [] {
  const Class& all = graded_class();
  expect(all.ended.exit_code == 0,
         "the grader ended with " + std::to_string(all.ended.exit_code) + ": " + all.ended.output);
  expect_says(all.ended.output,
              std::to_string(attacks().size()) + " submissions: 0 malformed, 0 not graded");
  expect(all.ended.output.find("::") == std::string::npos, "the grader prints students' text");
  expect(!stays(all.stages().string()), "processes are left");
  expect(fs::is_empty(all.stages()), "a sandbox is left");
  for (const auto& entry : fs::directory_iterator(all.folder.path / "out")) {
    expect(entry.path().string().find(".tmp.") == std::string::npos, "a half result is left");
    std::set<std::string> names;
    for (const auto& file : fs::directory_iterator(entry.path())) {
      names.insert(file.path().filename().string());
    }
    expect(names == std::set<std::string>{"DONE", "log", "result.json"},
           "somebody else's files are in " + entry.path().string());
  }
  expect(is_quick() || attacks().size() >= 25, "there are fewer than 25");
});

}  // namespace
}  // namespace kit::tests
