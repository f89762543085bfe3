// Honest people: full marks for the model's solutions, none for wrong versions, and their names.
//
// KIT_ATTACK_EXERCISES=all (or exercises and chapters) chooses those whose wrong versions are
// graded; a few without it. KIT_ATTACK_ISOLATION=uid grades them without bubblewrap.
#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

#include "grading/grader.hpp"
#include "runner/record.hpp"

namespace kit::tests {
namespace {

std::set<std::string> chosen() {
  const char* const named = std::getenv("KIT_ATTACK_EXERCISES");
  std::istringstream in(named == nullptr ? "linear sublayer kv_cache" : named);
  return {std::istream_iterator<std::string>(in), {}};
}

const Case full_marks("grading the solutions gives every point of every exercise", [] {
  skip_without_sandbox();
  const Folder folder;
  for (const auto& chapter : fs::directory_iterator(checkout / "solutions")) {
    for (const auto& file : fs::directory_iterator(chapter)) {
      write(folder.path / "in/exercises" / chapter.path().filename() / file.path().filename(),
            read(file.path()));
    }
  }
  const fs::path out = folder.path / "out";
  Ended ended = grade(folder.path / "in", out);
  if (ended.exit_code == Exit::infrastructure) ended = grade(folder.path / "in", out);  // too busy
  expect(ended.exit_code == 0, ended.output);
  const json result = result_in(out);
  expect(result["points"] == result["max_points"] && result["exercises"].size() >= 54,
         result["points"].dump() + " of " + result["max_points"].dump() + " points");
  for (const json& one : result["exercises"]) {
    expect(one["verdict"] == "passes",
           one["name"].dump() + " " + one["verdict"].dump() + ": " + one["message"].dump());
  }
});

const Slow same_names(
    "what compiles in practice compiles here: names that a file does not include", [] {
      const Folder folder;
      std::string text = model_linear();
      const std::string include = "#include \"common/check.hpp\"\n";
      const std::size_t at = text.find(include);
      if (at == std::string::npos) return expect(false, "the solution includes something else");
      text.erase(at, include.size());
      write(folder.path / "in" / place, text);
      const Ended ended = grade(folder.path / "in", folder.path / "out", {"--exercises", "linear"});
      expect(ended.exit_code == 0, ended.output);
      const json one = result_in(folder.path / "out")["exercises"][0];
      expect(one["verdict"] == "passes", one.dump());
    });

const Slow told_to_teachers("what fails in hidden tests stands beside the result, not in it", [] {
  const Folder folder;
  std::string text = model_linear();
  const std::string sum = "return y;";
  const std::size_t at = text.find(sum);
  if (at == std::string::npos) return expect(false, "the solution returns something else");
  // Wrong from a size on that the worked examples do not have.
  text.insert(at, "if (x.size() > 60) y[0] += 1.0f;\n  ");
  write(folder.path / "in" / place, text);
  const fs::path out = folder.path / "out";
  const Ended ended = grade(folder.path / "in", out, {"--exercises", "linear"});
  expect(ended.exit_code == 0, ended.output);
  const std::string hidden = read(out / "log/linear.hidden.txt");
  expect_says(hidden, "linear agrees with the reference at odd and real sizes\n");
  expect_says(hidden, "difference");
  expect(hidden.find("worked example") == std::string::npos, hidden);
  const json one = result_in(out)["exercises"][0];
  expect(one["message"] == "hidden tests fail; every visible one passes", one.dump());
  expect(!one.contains("hidden") && one["log"] == "", one.dump());
  write(folder.path / "second" / place, text);  // from what the session has kept
  const Ended repeated =
      grade(folder.path / "second", folder.path / "other", {"--exercises", "linear"});
  expect(repeated.exit_code == 0, repeated.output);
  expect(result_in(folder.path / "other")["exercises"][0]["cached"] == true, "judged anew");
  expect(read(folder.path / "other/log/linear.hidden.txt") == hidden, "other words");
});

struct Honest {
  Honest() {
    std::vector<fs::path> solutions;
    for (const auto& chapter : fs::directory_iterator(checkout / "solutions")) {
      for (const auto& file : fs::directory_iterator(chapter)) {
        const std::string name = file.path().stem().string();
        const fs::path wrong = checkout / "tests/wrong" / chapter.path().filename() / name;
        const bool wanted = chosen().contains(name) || chosen().contains("all") ||
                            chosen().contains(chapter.path().filename().string());
        if (file.path().extension() == ".cpp" && wanted && fs::exists(wrong)) {
          solutions.push_back(file.path());
        }
      }
    }
    std::ranges::sort(solutions);
    for (const fs::path& solution : solutions) {
      const std::string name = solution.stem().string();
      Slow("grading the model and the wrong versions of " + name, [solution, name] {
        const Folder folder;
        const fs::path chapter = solution.parent_path().filename();
        const fs::path file = "exercises" / chapter / (name + ".cpp");
        write(folder.path / "in/model" / file, read(solution));
        for (const auto& wrong :
             fs::directory_iterator(checkout / "tests/wrong" / chapter / name)) {
          if (head_lines(wrong.path())["Kind"] == "race") continue;
          write(folder.path / "in" / ("wrong-" + wrong.path().stem().string()) / file,
                read(wrong.path()));
        }
        const char* const isolation = std::getenv("KIT_ATTACK_ISOLATION");
        const Ended ended = grade(folder.path / "in", folder.path / "out",
                                  {"--shard-count", "1", "--exercises", name, "--force",
                                   "--isolation", isolation == nullptr ? "bwrap" : isolation});
        expect(ended.exit_code == 0, ended.output);
        for (const auto& entry : fs::directory_iterator(folder.path / "out")) {
          const std::string who = entry.path().filename().string();
          const json one = result_in(entry.path())["exercises"][0];
          if (who == "model") {
            expect(one["points"] == one["max_points"], "the model's solution: " + one.dump());
            continue;
          }
          expect(one["points"] == 0, who + " gets points");
          expect(one["diagnosis"].size() == 1 &&
                     "wrong-" + one["diagnosis"][0]["version"].get<std::string>() == who &&
                     one["diagnosis"][0]["exact"] == true,
                 who + " is named " + one["diagnosis"].dump() + ": " + one["message"].dump());
        }
      });
    }
  }
} honest;

}  // namespace
}  // namespace kit::tests
