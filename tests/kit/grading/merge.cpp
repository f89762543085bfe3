// Rosters, and what is written from results.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "front/documents.hpp"
#include "grading/formats.hpp"
#include "grading/program.hpp"
#include "grading/report.hpp"

namespace kit::tests {
namespace {

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
                                      {"Twin", "x2", "same", "", "", ""},
                                      {"Canvas", "c9", "", "", "4711", ""},
                                      {"von Moodle, Ann", "m1", "", "", "", ""}};
  const auto name = [&](const std::string& submission) {
    const Person* const owner = owner_of(submission, roster);
    return owner == nullptr ? "nobody" : owner->id;
  };
  expect_equal(name("s42"), "s42");
  expect_equal(name("submission-S42"), "s42");
  expect_equal(name("lastfirst_501_77_submission-s42-1"), "s42");  // Canvas, uploaded twice
  expect_equal(name("jd-7"), "jd-7");
  expect_equal(name("first.last@uni.edu"), "s42");
  expect_equal(name("nameof_4711_88123_week 3 (final)"), "c9");  // Canvas's own number
  expect_equal(name("nameof_LATE_4711_88123_week3"), "c9");
  expect_equal(name("nameof_4711_88123_submission-s42"), "c9");  // Canvas knows better
  expect_equal(name("nameof_88123_4711_week3"), "nobody");
  expect_equal(name("Ann von Moodle_8123_assignsubmission_file_week3"), "m1");  // Moodle
  expect_equal(name("Von Moodle Ann_8123_assignsubmission_file_"), "m1");
  expect_equal(name("Ann von Moodle_8123_assignsubmission_file_submission-s42"), "s42");
  expect_equal(name("Twin_8123_assignsubmission_file_week3"), "nobody");
  expect_equal(name("_assignsubmission_file_week3"), "nobody");
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
  expect_says(summary, "| does not compile\\: x \\< y ");  // why, where no mistake is known
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
  expect_says(read_file(here.path / "out/report.html"), "<a href=\"submissions/p1/summary.md\">");
  const Ended none = program({"merge", (here.path / "out").string(), "--out", "x"});
  expect(none.exit_code == 2, none.output);
});

const Case closed("merge: a chapter that nobody has handed in is spoken of", [] {
  const Folder here;
  const auto said = [&](const char* verdict) {
    for (const char* name : {"p1", "p2"}) {
      std::string text = result_json;
      text.replace(text.find("@NAME@"), 6, name);
      const std::string word = name == std::string("p1") ? "missing" : verdict;
      text.replace(text.find("passes"), 6, word);
      write_file(here.path / "results" / name / "result.json", text);
    }
    const std::string results = (here.path / "results").string();
    return program({"merge", results, "--out", (here.path / "out").string()}).output;
  };
  expect_says(said("missing"), "nobody has handed in a file of 10_decoder");
  expect(said("not_started").find("nobody has") == std::string::npos, "somebody has");
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

}  // namespace
}  // namespace kit::tests
