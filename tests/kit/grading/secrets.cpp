// What must not leave, and where it is found.
#include "grading/secrets.hpp"
#include "front/documents.hpp"
#include "grading/archive.hpp"
#include "grading/program.hpp"
#include "grading/questions_file.hpp"

namespace kit::tests {
namespace {

const char* const secret_code =
    "float secret(float x) {\n  const float first = x * 3.0f + 1.0f;\n  return first * first - "
    "x;\n}\n";

/// A kit of a few files, and what was made of it.
struct SmallKit : Folder {
  SmallKit() {
    write_file(path / "kit/solutions/01_a/one.cpp", secret_code);
    write_file(path / "kit/tests/hidden/01_a/one.cpp",
               "TEST_CASE(\"one keeps its promise at sizes that nobody thinks of\") {}\n");
    write_file(
        path / "kit/checkpoints/01_a.md",
        "## q\nchoice · one · Why\n\nA question that everybody may read, of some length.\n"
        "## e\nchoice · one · Why · exam\n\nA question that is for the exam, of some length.\n");
    write_file(path / "kit/exercises/01_a/one.md",
               "The public text quotes this line: `const float square_of_everything = x * x;`\n");
    write_file(path / "out/exercises/01_a/one.md", read_file(path / "kit/exercises/01_a/one.md"));
  }
  std::string leaks(const std::set<std::string>& solved = {},
                    const std::set<std::string>& exam = {}) const {
    std::string all;
    for (const Leak& leak : Secrets(path / "kit", solved, exam).search(path / "out")) {
      all += leak.where + ": " + leak.what + "\n";
    }
    return all;
  }
};

const Case clean("check: a folder of public files has no leak", [] {
  const SmallKit here;
  write_file(here.path / "out/checkpoints/01_a.md",
             split_questions(read_file(here.path / "kit/checkpoints/01_a.md")).practice);
  expect_equal(here.leaks(), "");
});

const Case copied("check: a solution is found however its blanks were changed", [] {
  const SmallKit here;
  std::string text;
  for (const char c : std::string(secret_code))
    text += c == '\n' ? std::string("\r\n\t") : std::string(1, c);
  write_file(here.path / "out/tools/notes.txt", "x" + text);
  expect_says(here.leaks(), "tools/notes.txt: text of solutions/01_a/one.cpp");
  expect_equal(here.leaks({"01_a"}), "");  // a past week's
});

const Case packed("check: archives in archives are looked into", [] {
  const SmallKit here;
  write_zip(here.path / "inner.zip",
            {{"hidden.cpp", read_file(here.path / "kit/tests/hidden/01_a/one.cpp")}});
  write_zip(here.path / "out/outer.zip", {{"inner.zip", read_file(here.path / "inner.zip")}});
  expect_says(here.leaks(), "outer.zip!inner.zip!hidden.cpp: text of tests/hidden/01_a/one.cpp");
});

const Case exam("check: an exam question is a secret, a practice question is none", [] {
  const SmallKit here;
  write_file(here.path / "out/checkpoints/01_a.md",
             read_file(here.path / "kit/checkpoints/01_a.md"));
  expect_equal(here.leaks(), "checkpoints/01_a.md: text of checkpoints/01_a.md (exam)\n");
});

const Case said("check: what a program says is no secret, however its source breaks the line", [] {
  const SmallKit here;
  const std::string words = "one: with this kind of attention, parameters are counted otherwise";
  write_file(here.path / "kit/solutions/01_a/one.cpp",
             "void f() { say(\"one: with this kind of \"\n     \"attention, parameters are counted "
             "otherwise\"); }\n");
  write_file(here.path / "kit/tests/wrong/01_a/one/mistake.cpp",
             "void f() { say(\"" + words + "\"); }\n");
  write_file(here.path / "out/given/records/one/model.jsonl", "{\"got\": \"" + words + "\"}\n");
  expect_equal(here.leaks(), "");
});

const Case exam_exercise("check: an exercise of the exam is secret, its chapter solved or not", [] {
  const SmallKit here;
  write_file(here.path / "out/notes.txt", secret_code);
  expect_equal(here.leaks({"01_a"}), "");
  const std::string task = "exercises/01_a/one.md: text of exercises/01_a/one.md (exam)\n";
  expect_equal(here.leaks({"01_a"}, {"one"}), task + "notes.txt: text of solutions/01_a/one.cpp\n");
  fs::remove(here.path / "out/exercises/01_a/one.md");
  write_file(here.path / "kit/docs/one.md",
             "A page of the same name, which anybody may read here.");
  write_file(here.path / "out/docs/one.md", read_file(here.path / "kit/docs/one.md"));
  fs::remove(here.path / "out/notes.txt");
  expect_equal(here.leaks({"01_a"}, {"one"}), "");
});

const Case in_tar(
    "check: a zip in a tar, a secret in a compiled file, and neither in the history", [] {
      const SmallKit here;
      write_zip(here.path / "out/hidden.zip",
                {{"hidden.cpp", read_file(here.path / "kit/tests/hidden/01_a/one.cpp")}});
      Command tar;
      tar.arguments = {
          "sh", "-c",
          "tar czf week.tar.gz hidden.zip && rm hidden.zip && git init -q && "
          "git config user.name A && git config user.email a@example.org && "
          "git add . && git commit -qm Slip && git rm -q week.tar.gz && git commit -qm Gone"};
      tar.folder = here.path / "out";
      if (!run(tar).ok()) skip("tar or git is missing");
      expect_equal(here.leaks(), ".git: in the history: text of tests/hidden/01_a/one.cpp\n");
      write_file(here.path / "out/thing.o", "\177ELF" + std::string(100, '\1') + secret_code);
      expect_says(here.leaks(), "thing.o: text of solutions/01_a/one.cpp");
    });

const Case history("check: git's history is looked into", [] {
  const SmallKit here;
  write_file(here.path / "out/slip.cpp", secret_code);
  Command git;
  git.arguments = {
      "sh", "-c",
      "git init -q && git config user.name A && git config user.email a@example.org && "
      "git add . && git commit -qm Slip && git rm -q slip.cpp && git commit -qm Gone"};
  git.folder = here.path / "out";
  if (!run(git).ok()) skip("git is missing");
  expect_equal(here.leaks(), ".git: in the history: text of solutions/01_a/one.cpp\n");
});

const Case odd("check: links, compiled files and folders that a handout does not have", [] {
  const SmallKit here;
  fs::create_symlink("/etc/hostname", here.path / "out/link");
  write_file(here.path / "out/thing", "\177ELF and so on");
  write_file(here.path / "out/tests/wrong/x.cpp", "short");
  write_file(here.path / "out/log", "made in " + (here.path / "kit").string() + "/build\n");
  const std::string leaks = here.leaks();
  expect_says(leaks, "link: a symbolic link");
  expect_says(leaks, "thing: a compiled file");
  expect_says(leaks, "tests/wrong: a folder");
  expect_says(leaks, "log: a path of this machine");
});

}  // namespace
}  // namespace kit::tests
