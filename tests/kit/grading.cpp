// Handing out, collecting, marking: kit-grading's parts, and the program itself.
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "front/documents.hpp"
#include "grading/archive.hpp"
#include "grading/formats.hpp"
#include "grading/handout.hpp"
#include "grading/questions_file.hpp"
#include "grading/report.hpp"
#include "grading/secrets.hpp"
#include "grading/syllabus_file.hpp"
#include "harness.hpp"

namespace kit::tests {
namespace {

Ended program(const std::vector<std::string>& arguments, const fs::path& folder = KIT_CHECKOUT) {
  Command command;
  command.arguments = {std::string(KIT_BUILT) + "/tools/kit/grading/kit-grading"};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  command.folder = folder;
  command.environment = {{"KIT_FROM", folder.string()}, {"KIT_NO_BUILD", "1"}};
  command.seconds = 60;
  return run(command);
}

void expect_equal(const std::string& got, const std::string& want) {
  expect(got == want, "got:\n" + got + "\nwant:\n" + want);
}

// ---- handout ------------------------------------------------------------------------------------

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

// ---- roster, formats ----------------------------------------------------------------------------

const Case csv("roster: quotes, line ends, semicolons, a byte order mark", [] {
  const auto rows = read_csv("\xef\xbb\xbf\"a;b\";\"say \"\"hi\"\"\"\r\n\"two\nlines\";c\r\n\r\n");
  expect(rows == std::vector<std::vector<std::string>>{{"a;b", "say \"hi\""}, {"two\nlines", "c"}},
         "the rows are others");
});

const Case rosters("roster: Canvas's, Moodle's, and a plain one", [] {
  const auto canvas = read_roster(
      "Student,ID,SIS User ID,SIS Login ID,Section,Ex\n    Points Possible,,,,,3\n"
      "\"Last, First\",501,s42,first.last@uni.edu,A1,\n");
  expect(canvas.size() == 1 && canvas[0].id == "s42" && canvas[0].canvas_id == "501" &&
             canvas[0].name == "Last, First" && canvas[0].section == "A1",
         "Canvas");
  const auto moodle = read_roster(
      "First name;Surname;ID number;Email address\nFirst;Last;s42;first.last@uni.edu\n");
  expect(moodle.size() == 1 && moodle[0].id == "s42" && moodle[0].name == "Last, First", "Moodle");
  const auto tabs =
      read_roster("name\tid\nFirst, Last; Jr\ts42\nOther\ts43\nFirst, Last; Jr\ts42\n");
  expect(tabs.size() == 2 && tabs[0].name == "First, Last; Jr", "tabs, or who is listed twice");
  const auto plain = read_roster("id,name\ns42,First\n");
  expect(plain.size() == 1 && plain[0].id == "s42", "plain");
  for (const std::string& wrong : {std::string("a,b\n1,2\n"), std::string("id,name\ns1,\xdcnal\n"),
                                   std::string("i\0d\0\n\0s\0001\0", 10), std::string()}) {
    try {
      read_roster(wrong);
      expect(false, "a roster without ids, or in no UTF-8, is taken: " + wrong);
    } catch (const Failure& failure) {
      expect(failure.code == Exit::usage, "no usage error");
    }
  }
});

const Case owners("roster: a submission's name says whose it is, or nobody's", [] {
  const std::vector<Person> roster = {{"First", "s42", "flast", "first.last@uni.edu", "", ""},
                                      {"John", "jd-7", "john", "", "", ""},
                                      {"Twin", "x1", "same", "", "", ""},
                                      {"Twin", "x2", "same", "", "", ""}};
  const auto name = [&](const std::string& submission) {
    const Person* const owner = owner_of(submission, roster);
    return owner == nullptr ? "nobody" : owner->id;
  };
  expect_equal(name("s42"), "s42");
  expect_equal(name("submission-S42"), "s42");
  expect_equal(name("lastfirst_501_77_submission-s42-1"), "s42");  // Canvas, uploaded twice
  expect_equal(name("jd-7"), "jd-7");
  expect_equal(name("first.last@uni.edu"), "s42");
  expect_equal(name("jd4"), "nobody");
  expect_equal(name("same"), "nobody");
  expect_equal(name(""), "nobody");
});

/// A result with all that could hurt a format.
Result hostile() {
  const std::string text =
      "x < y && \"z\" ]]> | `q`\x01\x1b[31m \xff\xef\xbf\xbf 😀\n::error::no %25";
  Result result;
  result.submission = "=cmd|'/c calc'!A1 <\"&>";
  result.isolation = "bwrap";
  result.seed = "42";
  result.kit = "abc";
  result.points = 1;
  result.max_points = 5;
  result.seconds = 2.5;
  for (const char* verdict : {"passes", "fails", "does_not_compile", "missing", "hangs"}) {
    GradedExercise exercise;
    exercise.name = std::string("e_") + verdict;
    exercise.chapter = "01_a";
    exercise.verdict = verdict;
    exercise.message = exercise.passes() ? "" : text;
    exercise.points = exercise.passes() ? 1 : 0;
    exercise.max_points = 1;
    if (exercise.verdict != "does_not_compile" && exercise.verdict != "missing") {
      exercise.tests = {{exercise.name + " shows [3, 4]", false, true},
                        {exercise.name + " keeps a secret", true, exercise.passes()},
                        {exercise.name + " keeps another", true, exercise.passes()}};
    }
    if (exercise.verdict == "fails") exercise.diagnosis = {{"belief_b", text, text, true}};
    result.exercises.push_back(exercise);
  }
  return result;
}

const Case junit("merge: JUnit XML is valid, whatever people are called", [] {
  const Folder here;
  const std::string text = junit_xml(hostile());
  expect(text.find("secret") == std::string::npos, "a hidden test is named");
  expect_says(text, "name=\"e_fails: hidden test 2\"");
  expect_says(text,
              "<testsuite name=\"e_fails\" tests=\"3\" failures=\"2\" errors=\"0\" skipped=\"0\"");
  write_file(here.path / "junit.xml", text);
  Command lint;
  lint.arguments = {"xmllint", "--noout", "--schema", std::string(KIT_CHECKOUT) + "/docs/junit.xsd",
                    (here.path / "junit.xml").string()};
  const Ended ended = run(lint);
  if (ended.exit_code == 127) skip("xmllint is missing (libxml2-utils)");
  expect(ended.ok(), ended.output);
});

/// Validates a document against docs/NAME.schema.json.
void expect_valid(const std::string& schema, const std::string& document) {
  const Folder here;
  write_file(here.path / "document.json", document);
  Command python;
  python.arguments = {
      "/usr/bin/python3",
      "-W",
      "ignore",
      "-c",
      "import json, sys\n"
      "try: import jsonschema\n"
      "except ImportError: sys.exit(127)\n"
      "schema = json.load(open(sys.argv[1])); schema.pop('$id')\n"
      "jsonschema.Draft202012Validator(schema).validate(json.load(open(sys.argv[2])))",
      std::string(KIT_CHECKOUT) + "/docs/" + schema + ".schema.json",
      (here.path / "document.json").string()};
  const Ended ended = run(python);
  if (ended.exit_code == 127) skip("jsonschema is missing (python3-jsonschema)");
  expect(ended.ok(), schema + ": " + ended.output);
}

const Case gradescope("merge: Gradescope's results.json is valid", [] {
  const std::string text = gradescope_json(hostile());
  const auto json = nlohmann::json::parse(text);
  expect(json["score"] == 1.0 && json["tests"].size() == 5, "score or tests are others");
  expect(text.find("secret") == std::string::npos, "a hidden test is named");
  expect_valid("gradescope", text);
});

const Case github("merge: GitHub's summary and annotations cannot be broken out of", [] {
  const std::string annotations = github_annotations(hostile());
  for (const std::string& line : lines_of(annotations)) {
    expect(line.starts_with("::error file=exercises/01_a/e_"), "another command: " + line);
  }
  expect(lines_of(annotations).size() == 3, "not one line for each that fails:\n" + annotations);
  expect_says(annotations, "%0A::error::no %2525");
  const std::string summary = github_summary(hostile(), "T | <b>");
  for (const std::string& line : lines_of(summary)) {
    if (!line.starts_with("|")) continue;
    std::size_t bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i)
      bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
    expect(bars == 4, "a row of " + std::to_string(bars) + " bars: " + line);
  }
  expect(summary.find("<b>") == std::string::npos, "markup");
});

const Case grades("merge: the grade book is valid, and no cell is computed", [] {
  const Result result = hostile();
  std::vector<Grade> all;
  for (const char* name :
       {"=1+1", "+1", "-1", "@x", "\tx", "Last, \"F\"", "First", "a;=1", "＝1"}) {
    Person person;
    person.name = person.section = name;
    person.id = "=id";
    all.push_back({person, name == std::string("First") ? nullptr : &result});
  }
  const auto rows = read_csv(grades_csv(all, "=T"));
  expect_valid("grades", nlohmann::json(rows).dump());
  expect(rows.size() == 10 && rows[1][0] == "'=1+1" && rows[1][5] == "1" &&
             rows[6][0] == "Last, \"F\"",
         "the rows are others");
  expect(rows[8][0] == "a;'=1" && rows[9][0] == "'＝1",
         "a semicolon or a wide sign is let through");
  expect(rows[7][5].empty(), "who handed nothing in has points");
});

const Case report("merge: the class report is well formed and holds nobody's markup", [] {
  const Result result = hostile();
  Person person;
  person.name = "<script>alert(1)</script>";
  const std::string html =
      class_report({"T <x>", {{person, &result}, {person, nullptr}}, {"look <here>"}});
  expect(html.find("<script") == std::string::npos && html.find("<x>") == std::string::npos,
         "markup");
  const Folder here;
  write_file(here.path / "report.html", html);
  Command lint;
  lint.arguments = {"xmllint", "--noout", (here.path / "report.html").string()};
  const Ended ended = run(lint);
  if (ended.exit_code == 127) skip("xmllint is missing (libxml2-utils)");
  expect(ended.ok(), ended.output);
});

const Case monday("merge: the class report says what to teach, and names come last", [] {
  std::vector<Result> results(4);
  std::vector<Grade> rows;
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (const char* name : {"easy", "hard"}) {
      GradedExercise exercise;
      exercise.name = name;
      exercise.chapter = "01_a";
      exercise.max_points = 1;
      exercise.verdict = i == 3 ? "not_started" : "passes";
      if (name == std::string("hard") && i < 2) {
        exercise.verdict = "fails";
        exercise.diagnosis = {{"turned_twice", "Both turn", "One turns", true}};
      }
      exercise.points = exercise.passes() ? 1 : 0;
      results[i].points += exercise.points;
      results[i].max_points += 1;
      results[i].exercises.push_back(exercise);
    }
    Person person;
    person.name = "Same Name";
    person.id = "p" + std::to_string(i);
    rows.push_back({person, &results[i]});
  }
  Person absent;
  absent.name = absent.id = "absent";
  rows.push_back({absent, nullptr});
  const std::string html = class_report({"T", rows, {}});
  expect_says(html, "2<small>of 3 who began</small>");
  expect_says(html, "most often <code>turned_twice</code> (2 of 2)");
  expect_says(html, "<td>01_a</td>");
  expect_says(html, "75 %</td><td class=\"n\">67 %");  // of 8 six are begun, of these four pass
  expect(html.find(">hard<") < html.find(">easy<"), "the hardest is not the first");
  expect_says(html, "Handed nothing in: absent</li>");
  expect_says(html, "Less than half of the median's points: Same Name (p3)</li>");
  expect(html.find("Same Name") > html.find("<details><summary>With names"), "a name stands above");
  std::ranges::reverse(rows);
  const auto shown = [](const std::string& all) { return all.substr(0, all.find("With names")); };
  expect(shown(class_report({"T", rows, {}})) == shown(html), "the order of the roster matters");
});

const char* const result_json = R"({"schema_version": 1, "submission": "@NAME@", "points": 1,
 "max_points": 1, "seed": "7", "isolation": "bwrap", "malformed": "", "seconds": 1.5,
 "versions": {"kit": "abc", "compiler": "g++ 12"}, "exercises": [{"name": "decoder",
 "chapter": "10_decoder", "side": false, "verdict": "passes", "points": 1, "max_points": 1,
 "message": "", "tests": [{"name": "t", "hidden": false, "passed": true}], "tests_passed": 1,
 "tests_total": 1, "checks_passed": 2, "checks_total": 2, "diagnosis": [], "log": "",
 "seconds": 0.5, "sha256": "", "cached": false, "retried": false}]})";

const Case whole("merge: folders in, reports out; who is unmatched or unreadable is said", [] {
  expect_valid("result", result_json);
  const Folder here;
  for (const char* name : {"p1", "p2", "stranger"}) {
    std::string text = result_json;
    text.replace(text.find("@NAME@"), 6, name);
    write_file(here.path / "results" / name / "result.json", text);
  }
  write_file(here.path / "results/broken/result.json", "{\"schema_version\": 1}");
  write_file(here.path / "results/p1.tmp.7/result.json", "half of it");
  write_file(here.path / "roster.csv", "id,name\np1,One\np2,Two\np3,Three\n");
  const Ended merged =
      program({"merge", (here.path / "results").string(), "--out", (here.path / "out").string(),
               "--roster", (here.path / "roster.csv").string()});
  expect(merged.exit_code == 1, merged.output);
  expect_says(merged.output, "The submission stranger (");
  expect_says(merged.output, "broken/result.json is not as docs/result.schema.json wants it");
  expect_says(merged.output, "2 of 3 on the roster have a grade");
  const auto rows = read_csv(read_file(here.path / "out/grades.csv"));
  expect(rows.size() == 4 && rows[1][2] == "p1" && rows[3][5].empty(), "the grades are others");
  for (const char* file : {"junit.xml", "results.json", "summary.md", "annotations.txt"}) {
    expect(fs::exists(here.path / "out/submissions/p1" / file), std::string(file) + " is missing");
  }
  const Ended none = program({"merge", (here.path / "out").string(), "--out", "x"});
  expect(none.exit_code == 2, none.output);
});

const Case weights("merge: the points are the course's, and the same in all that is written", [] {
  Course course;
  course.points = 2;
  course.side_points = 0.5;
  course.points_of = {{"e_fails", 5}};
  Syllabus syllabus;
  Exercise side;
  side.name = "e_hangs";
  side.side = true;
  syllabus.exercises = {side};
  Result result = hostile();  // one of five passes
  weigh(result, course, syllabus);
  expect(result.points == 2 && result.max_points == 11.5, "other sums");
  expect_says(junit_xml(result), "name=\"max_points\" value=\"0.5\"");
  const auto json = nlohmann::json::parse(gradescope_json(result));
  double score = 0, most = 0;
  for (const auto& test : json["tests"]) {
    score += test["score"].get<double>();
    most += test["max_score"].get<double>();
  }
  expect(json["score"] == 2.0 && score == 2 && most == 11.5, "Gradescope's sums are others");
  expect_says(github_summary(result, "T"), "2 of 11.5 points");
  Person person;
  person.name = "N";
  expect(read_csv(grades_csv({{person, &result}}, "C"))[1][5] == "2",
         "the grade book's are others");
  expect_says(class_report({"T", {{person, &result}}, {}}), "2 / 11.5");
  result.malformed = "no zip";
  weigh(result, course, syllabus);
  expect(result.points == 0, "points for what could not be read");
});

const Case counted("course.json: what counts are the open chapters without the exam", [] {
  Syllabus syllabus;
  for (const char* name : {"01_a one", "01_a two", "02_b three", "03_c four"}) {
    const std::string line = name;
    Exercise exercise;
    exercise.chapter = line.substr(0, 4);
    exercise.name = line.substr(5);
    syllabus.exercises.push_back(exercise);
  }
  Course course;
  course.exam = {"two"};
  expect(course.graded(syllabus) == std::vector<std::string>{"one", "three", "four"}, "all");
  course.chapters = "01-02";
  expect(course.graded(syllabus) == std::vector<std::string>{"one", "three"}, "01-02");
});

// ---- course.json, pack, similarity, sample-class ------------------------------------------------

const Case course_file("course.json: the example is valid; what is wrong is said", [] {
  expect_valid("course", read_file(fs::path(KIT_CHECKOUT) / "course.json"));
  Syllabus syllabus;
  Exercise exercise;
  exercise.name = "decoder";
  syllabus.exercises = {exercise};
  const Folder here;
  Tree tree;
  tree.root = here.path;
  expect(read_course(tree, syllabus).points_for("decoder", true) == 1, "the default is no point");
  write_file(here.path / "course.json", R"({"points": {"exercise": 2, "of": {"decoder": 4}}})");
  expect(read_course(tree, syllabus).points_for("decoder", true) == 4, "points.of");
  expect(read_course(tree, syllabus).points_for("other", true) == 2, "side is as any");
  for (const auto& [text, words] : std::vector<std::pair<std::string, std::string>>{
           {"[]", "no JSON object"},
           {R"({"hint": 2})", "do you mean hints"},
           {R"({"hints": 7})", "hints has to be 0, 1, 2 or 3"},
           {R"({"hints": "two"})", "hints is \"two\""},
           {R"({"exam": ["decodr"]})", "do you mean decoder?"},
           {R"({"points": {"exercise": -1}})", "from 0 to 1000"},
           {R"({"points": {"of": {"decoder": "x"}}})", "it has to be a number"}}) {
    write_file(here.path / "course.json", text);
    try {
      read_course(tree, syllabus);
      expect(false, text + " is taken");
    } catch (const Failure& failure) {
      expect(failure.code == Exit::usage, "no usage error");
      expect_says(failure.what(), words);
    }
  }
});

const Case packing("pack: the exercises' files, name and id; the same bytes each time", [] {
  const Checkout here;
  const Ended nobody = program({"pack"}, here.root());
  expect(nobody.exit_code == 2, nobody.output);
  expect_says(nobody.output, "./kit pack --name");
  here.write(stub, solution());
  const Ended first = program({"pack", "--name", "Ünal \"Q\"", "--id", "q1"}, here.root());
  expect(first.exit_code == 0, first.output);
  const std::string bytes = here.read("submission-q1.zip");
  expect(program({"pack"}, here.root()).exit_code == 0, "name and id are not remembered");
  expect(here.read("submission-q1.zip") == bytes, "other bytes");
  bool mine = false;
  std::size_t n = 0;
  for_each_entry(bytes, [&](const ArchiveEntry& entry) {
    ++n;
    mine = mine || (entry.name == stub && entry.text == solution());
    if (entry.name == "submission.json") expect_valid("submission", entry.text);
    expect(entry.name == "submission.json" || entry.name.starts_with("exercises/"), entry.name);
  });
  expect(mine && n > 10, "the file is not in it");
  for (const char* id : {"../x", "a b", "-x", ""}) {
    const Ended bad = program({"pack", "--id=" + std::string(id), "--name", "N"}, here.root());
    expect(bad.exit_code == 2 || std::string(id).empty(), std::string(id) + " is taken");
  }
});

const Case alike("export-similarity: a folder for each exercise, pseudonyms, no stubs", [] {
  const Folder here;
  const fs::path one = fs::path("exercises/02_normalization/rms_norm.cpp");
  write_file(here.path / "in/ada" / one, "// ada\n");
  write_zip(here.path / "in/bob.zip", {{(fs::path("top") / one).string(), "// bob\n"},
                                       {"../" + one.string(), "// outside\n"}});
  write_file(here.path / "in/cy" / one,
             read_file(fs::path(KIT_CHECKOUT) / ".kit/stubs/02_normalization/rms_norm.cpp"));
  write_file(here.path / "in/readme.txt", "no submission");
  const Ended ended =
      program({"export-similarity", (here.path / "in").string(), (here.path / "out").string()});
  expect(ended.exit_code == 0, ended.output);
  expect_says(ended.output, "readme.txt: no exercises in it");
  const fs::path folder = here.path / "out/rms_norm";
  expect_equal(read_file(folder / "submissions/S0001/rms_norm.cpp"), "// ada\n");
  expect_equal(read_file(folder / "submissions/S0002/rms_norm.cpp"), "// bob\n");
  expect(!fs::exists(folder / "submissions/S0003"), "a stub is exported");
  expect_says(read_file(folder / "base/rms_norm.cpp"), "kit::todo");
  const auto table = read_csv(read_file(folder / "info.csv"));
  expect(table.size() == 3 && table[0][0] == "filename" &&
             table[1][0] == "submissions/S0001/rms_norm.cpp",
         "info.csv is another");
  expect_says(read_file(here.path / "out.key.csv"), "S0002,\"bob.zip\"");
});

const Case sample("sample-class: the same seed makes the same class", [] {
  const Folder here;
  const auto make = [&](const std::string& name, const std::string& seed) {
    const Ended ended =
        program({"sample-class", (here.path / name).string(), "--people", "3", "--seed", seed});
    expect(ended.exit_code == 0, ended.output);
    std::string all;
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(here.path / name)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) {
      all += file.lexically_relative(here.path / name).string() + "\n" + read_file(file);
    }
    return all;
  };
  const std::string first = make("a", "5");
  expect(first == make("b", "5"), "another class");
  expect(first != make("c", "6"), "the seed does nothing");
  expect_says(first, "kit::todo");
});

}  // namespace
}  // namespace kit::tests
