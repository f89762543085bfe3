// kit grade as a command: what it refuses, what it does not do twice.
#include <sys/stat.h>

#include "grading/grader.hpp"

namespace kit::tests {
namespace {

const Case refusals("grade refuses what makes no sense, in a sentence", [] {
  const Folder folder;
  write(folder.path / "in/linear.cpp", "int x;");
  write(folder.path / "mine/thesis.tex", "x");
  const std::string in = (folder.path / "in").string(), out = (folder.path / "out").string();
  const auto expect_usage = [](const Ended& ended, const std::string& sentence) {
    expect(ended.exit_code == 2,
           "the exit code is " + std::to_string(ended.exit_code) + ": " + ended.output);
    expect_says(ended.output, sentence);
  };
  expect_usage(grade(folder.path / "none", out), "there is no submission");
  expect_usage(grade(in, folder.path / "mine"), "is no result of kit grade");
  expect(read(folder.path / "mine/thesis.tex") == "x", "a file is gone");
  expect_usage(grade(in, out, {"--exercises", "liner"}), "do you mean linear?");
  expect_usage(grade(in, out, {"--shard-count", "2"}), "--shard-index");
  expect_usage(grade(in, out, {"--shard-count", "2", "--shard-index", "2"}), "counted from 0 to 1");
  expect_usage(grade(in, out, {"--seed", "abc"}), "seed");
  expect(!fs::exists(out), "there is a result all the same");
});

const Case untouched("stubs that nobody touched cost nothing", [] {
  const Folder folder;
  for (const auto& entry : fs::recursive_directory_iterator(checkout / ".kit/stubs")) {
    if (entry.is_regular_file()) {
      write(folder.path / "in/exercises" / entry.path().lexically_relative(checkout / ".kit/stubs"),
            read(entry.path()));
    }
  }
  const Ended ended = grade(folder.path / "in", folder.path / "out");
  expect(ended.exit_code == 0, ended.output);
  const json result = result_in(folder.path / "out");
  for (const json& one : result["exercises"]) {
    expect(one["verdict"] == "not_started" && one["points"] == 0, one.dump());
    expect(one["seconds"] == 0, "it was compiled: " + one.dump());
  }
});

const Case help("grade's help and a wrong word need nothing built", [] {
  Command kit;
  kit.arguments = {KIT_BUILT "/tools/kit/kit", "grade", "--help"};
  kit.folder = checkout;
  kit.environment = {{"PATH", "/nonexistent"}};
  const Ended asked = run(kit);
  expect(asked.exit_code == 0, asked.output);
  expect_says(asked.output, "--shard-count");
  kit.arguments.back() = "--shrad-count=2";
  expect(run(kit).exit_code == 2, "a wrong word is no usage error");
});

const Slow hung_once("that the kit's own solution hung once is not held against anybody", [] {
  const Folder folder;
  write(folder.path / "in" / place, model_linear());
  const std::vector<std::string> line = {"--exercises", "linear", "--force"};
  expect(grade(folder.path / "in", folder.path / "out", line).exit_code == 0, "it fails");
  const fs::path kept =
      session_folder(seed, result_in(folder.path / "out")) / "records/linear/model.visible";
  const std::string record = read(kept);
  expect(!record.empty(), "there is no record " + kept.string());
  write(kept, R"({"check": "a/0/1", "verb": "hung", "got": "still running", "ok": false})");
  const Ended ended = grade(folder.path / "in", folder.path / "out", line);
  expect(ended.exit_code == 0 && result_in(folder.path / "out")["points"] == 1, ended.output);
  expect(read(kept).find("hung") == std::string::npos, "the record is still there");
});

const Slow again("the same inputs again do nothing; another file is judged anew", [] {
  const Folder folder;
  write(folder.path / "in" / place, model_linear());
  const fs::path out = folder.path / "out";
  const std::vector<std::string> only = {"--exercises", "linear"};
  expect(grade(folder.path / "in", out, only).exit_code == 0, "it fails");
  const json first = result_in(out);
  expect(first["points"] == 1 && first["max_points"] == 1, first.dump());
  expect(first["seed"] == seed && first["isolation"] == "bwrap", first.dump());
  struct stat before = {}, after = {};
  stat((out / "result.json").c_str(), &before);
  expect(grade(folder.path / "in", out, only).exit_code == 0, "it fails the second time");
  stat((out / "result.json").c_str(), &after);
  expect(before.st_ino == after.st_ino, "the result was written again");
  write(folder.path / "in" / place, "int x;");
  expect(grade(folder.path / "in", out, only).exit_code == 0, "it fails the third time");
  expect(result_in(out)["points"] == 0, "a change is not seen");
  expect(result_in(out)["exercises"][0]["verdict"] == "does_not_compile", "not compiled anew");
});

}  // namespace
}  // namespace kit::tests
