// What a handout is made of.
#include "grading/handout.hpp"
#include "front/documents.hpp"
#include "front/stubs.hpp"
#include "grading/program.hpp"
#include "grading/questions_file.hpp"
#include "grading/syllabus_file.hpp"

namespace kit::tests {
namespace {

const Case lines("handout: the syllabus keeps open exercises and gives what they call", [] {
  const auto all = read_syllabus_file(
      "# add_exercise(00_no comment)\n"
      "add_exercise(01_a one PART)\nadd_exercise(01_a two SIDE EIGEN NEEDS one)\n"
      "add_given(02_b three USES one)\nadd_exercise(03_c four REPLACES one NEEDS two three\n"
      "             USES three)\nadd_exercise(03_c five NEEDS two four USES two)\n");
  expect(all.size() == 5, "there are " + std::to_string(all.size()) + " lines");
  std::string text;
  for (const auto& line : opened(all, {"five"})) text += line.text();
  expect_equal(
      text,
      "add_given(01_a one)\nadd_given(01_a two)\nadd_given(02_b three USES one)\n"
      "add_given(03_c four USES three)\nadd_exercise(03_c five NEEDS two four USES two)\n");
  text.clear();
  for (const auto& line : opened(all, {}, {"five"})) text += line.text();
  expect_equal(text,
               "add_given(01_a one)\nadd_given(01_a two)\nadd_given(02_b three USES one)\n"
               "add_given(03_c four USES three)\nadd_given(03_c five USES two)\n");
  text.clear();
  for (const auto& line : opened(all, {"two"})) text += line.text();
  expect_equal(text,
               "add_given(01_a one)\nadd_exercise(01_a two SIDE EIGEN NEEDS one)\n"
               "add_given(02_b three USES one)\nadd_given(03_c four USES three)\n");
});

const Case chapters("handout: chapters by range, by list, by name, and no others", [] {
  const std::vector<std::string> all = {"01_a", "02_b", "03_c", "10_d"};
  expect(chosen_chapters("01-03", all) == std::set<std::string>{"01_a", "02_b", "03_c"}, "01-03");
  expect(chosen_chapters("01,10_d", all) == std::set<std::string>{"01_a", "10_d"}, "01,10_d");
  expect(chosen_chapters("", all).empty(), "none");
  for (const char* wrong : {"1", "04", "03-01", "01-03,,", "x"}) {
    try {
      chosen_chapters(wrong, all);
      expect(false, std::string(wrong) + " is taken");
    } catch (const Failure& failure) {
      expect(failure.code == Exit::usage, "no usage error");
    }
  }
});

const Case visible("handout: of a record only what the visible tests saw", [] {
  const std::string record =
      R"({"test": "seen"}
{"check": "seen/0/1", "verb": "equals", "ok": false, "got": "1", "want": "2"}
{"test": "secret"}
{"check": "secret/0/1", "verb": "equals", "ok": false, "got": "3", "want": "4"}
{"done": true}
{"seconds": 1.5, "output": "secret words", "Belief": "b", "Truth": "t", "Caught by": "secret; seen"}
)";
  const std::string part = visible_part(record, {"seen"});
  expect(part.find("secret") == std::string::npos, part);
  expect_says(part, "seen/0/1");
  expect_says(part, R"("Caught by":"seen")");
  expect_says(part, R"("Belief":"b")");
  expect_says(part, "done");
});

const Case hints("handout: as many hints as the course allows", [] {
  const std::string section = "# T\n1. text\n3. text\n<!-- hints\n1. a\n2. b\n3. c\n-->\n3. text\n";
  expect_equal(with_hints(section, 3), section);
  expect_equal(with_hints(section, 1), "# T\n1. text\n3. text\n<!-- hints\n1. a\n-->\n3. text\n");
});

const Case questions("handout: exam questions are left out, and those of closed exercises", [] {
  const QuestionsFile file = split_questions(
      "# Head\n\n## one\nchoice · linear · By hand\n\nText.\n\n## two\nchoice · linear · By hand · "
      "exam\n\nSecret.\n\n```\n## no question\n```\n## three\ntruth · softmax · Why · 4 digits\n"
      "- [x] true\n",
      {"linear"});
  expect_equal(file.practice, "# Head\n\n## one\nchoice · linear · By hand\n\nText.\n\n");
  expect_says(file.exam, "Secret.");
  expect_says(file.exam, "## no question");
  expect(file.exam.find("three") == std::string::npos, file.exam);
});

const Case secret("handout: a practice question that an exam's reference answers is left out", [] {
  const std::set<std::string> functions = functions_in(
      "#pragma once\n#include <vector>\nnamespace reference {\n/// f(x) of a row.\n"
      "struct Ends {\n  double low(int i);\n};\nstd::vector<double> clip(\n    int n);\n"
      "double clip_norm(double x, double y);\n}  // namespace reference\n");
  expect(functions == std::set<std::string>{"clip", "clip_norm"}, "other functions");
  const std::string head = "# Head: clip_norm(\n\n", asks = "numeric · linear · By hand\n\n";
  const std::string one = "## one\n" + asks + "- [x] `clip_norm(1, 2)`\n";
  const std::string two = "## two\n" + asks + "- [x] `my_clip_norm(1, 2)`\n";
  expect_equal(split_questions(head + one + two, {"linear"}, {"clip_norm"}).practice, head + two);
  expect_equal(split_questions(head + one + two, {"linear"}).practice, head + one + two);
});

const Case work_first("handout: its stubs are known where last week's work is there first", [] {
  const Folder here;
  Tree tree;
  tree.root = here.path;
  Syllabus syllabus;
  for (const char* name : {"linear", "softmax"}) {
    Exercise exercise;
    exercise.chapter = "01_numbers";
    exercise.name = name;
    syllabus.exercises.push_back(exercise);
  }
  const std::string stub = "lm::Vector f() { kit::todo(\"f\"); }\n";
  for (const Exercise& exercise : syllabus.exercises) {
    write_file(here.path / exercise.face("given/stubs", ".cpp"), stub);
  }
  write_file(here.path / syllabus.exercises[0].stub(), "lm::Vector f() { return {1}; }\n");
  write_file(here.path / syllabus.exercises[1].stub(), "// begun\n" + stub);
  expect_equal(keep_pristine_stubs(tree, syllabus), "");
  for (const Exercise& exercise : syllabus.exercises) {
    expect_equal(read_file(here.path / exercise.pristine()), stub);
  }
});

const Case refused("handout: is never written over anything, nor into the kit", [] {
  const Folder here;
  write_file(here.path / "out/mine.txt", "mine");
  const Ended over = program({"handout", (here.path / "out").string()});
  expect(over.exit_code == 2, over.output);
  expect_says(over.output, "is there already and not empty");
  const Ended inside = program({"handout", std::string(KIT_CHECKOUT) + "/exercises/handout"});
  expect(inside.exit_code == 2, inside.output);
  const Ended unknown = program({"handout", (here.path / "new").string(), "--chapters", "77"});
  expect(unknown.exit_code == 2, unknown.output);
  expect_says(unknown.output, "\"77\" is no chapter");
});

}  // namespace
}  // namespace kit::tests
