// The judge, and what it says, on records made by hand.
#include "front/test.hpp"
#include "front/text.hpp"
#include "harness.hpp"
#include "runner/judge.hpp"

namespace kit::tests {
namespace {

Check number(const std::string& id, double got, bool ok) {
  Check check;
  check.id = id;
  check.test = id.substr(0, id.find('/'));
  check.verb = "is_close";
  check.ok = ok;
  check.size = check.want_size = 1;
  check.got = {got};
  check.within = {1e-6};
  return check;
}

Check ended(const std::string& id, const std::string& verb, const std::string& words) {
  Check check;
  check.id = id;
  check.test = id.substr(0, id.find('/'));
  check.verb = verb;
  check.in_words = true;
  check.got_words = words;
  return check;
}

Record record(std::vector<Check> checks, bool done = true) {
  Record result;
  result.checks = std::move(checks);
  result.done = done;
  return result;
}

const Record model = record({number("a/0/1", 1, true), number("b/0/1", 2, true)});

const Case all_right("judge: all checks of the model, right, to the end, is a pass", [] {
  expect(judge(model, model).kind == Kind::passes, "the model itself does not pass");
  expect(judge(record({number("a/0/1", 1, true)}), model).kind == Kind::fails,
         "a run that reached only one of two checks passes");
  expect(judge(record(model.checks, false), model).kind == Kind::fails,
         "a run that did not reach the end passes");
  expect(judge(record({}), model).kind == Kind::fails, "a run without checks passes");
});

const Case not_begun("judge: todo everywhere is not started, todo somewhere fails", [] {
  const Check a = ended("a/0/1", "todo", "f is not written yet"),
              b = ended("b/0/1", "todo", "f is not written yet");
  expect(judge(record({a, b}), model).kind == Kind::not_started, "an unwritten stub is started");
  expect(judge(record({number("a/0/1", 1, true), b}), model).kind == Kind::fails,
         "half an exercise is not started");
});

const Case ends("judge: crashes and hangs say where", [] {
  const Verdict crash =
      judge(record({number("a/0/1", 1, true), ended("b/0/1", "crashed", "stack overflow")}), model);
  expect(crash.kind == Kind::crashes, "a crash is no crash");
  expect_says(crash.message, "stack overflow, in the test \"b\"");
  const Verdict hang = judge(record({ended("a/0/1", "hung", "still running")}, false), model);
  expect(hang.kind == Kind::hangs, "a hang is no hang");
});

const Case other_process("judge: a second process is refused even if all is right", [] {
  Record twin = model;
  twin.forked = true;
  expect(judge(twin, model).kind == Kind::fails, "fork passes");
});

const Case same("same_record: by all checks, within what two right sums may differ", [] {
  const Record wrong = record({number("a/0/1", 5, false), number("b/0/1", 2, true)});
  expect(same_record(wrong, wrong), "a record is not the same as itself");
  expect(same_record(wrong, record({number("a/0/1", 5.000001, false), number("b/0/1", 2, true)})),
         "rounding tells two programs apart");
  expect(!same_record(wrong, record({number("a/0/1", 5.1, false), number("b/0/1", 2, true)})),
         "5 and 5.1 are the same");
  expect(!same_record(wrong, record({number("a/0/1", 5, false), number("b/0/1", 3, false)})),
         "right and wrong are the same");
  expect(!same_record(wrong, record({number("a/0/1", 5, false)})), "fewer checks are the same");
  Check written = number("a/0/1", 5, false), rounded = number("a/0/1", 5.000001, false);
  written.verb = rounded.verb = "unchanged";
  expect(same_record(record({written}), record({rounded})), "rounding tells two writers apart");
  written.verb = rounded.verb = "equals";
  expect(!same_record(record({written}), record({rounded})), "equals is not exact");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect(same_record(record({number("a/0/1", nan, false)}), record({number("a/0/1", nan, false)})),
         "NaN is not the same as NaN");
});

const Case named("diagnose: one that agrees everywhere, or where it is wrong itself", [] {
  const std::vector<Wrong> known = {
      {"first", record({number("a/0/1", 5, false), number("b/0/1", 2, true)})},
      {"second", record({number("a/0/1", 5, false), number("b/0/1", 7, false)})}};
  const auto exact = diagnose(known[1].record, known);
  expect(exact.size() == 1 && exact[0].version == "second" && exact[0].exact,
         "second is not named");
  const auto partly =
      diagnose(record({number("a/0/1", 5, false), number("b/0/1", 9, false)}), known);
  expect(partly.size() == 1 && partly[0].version == "first" && !partly[0].exact,
         "first and something else is not seen");
  expect(diagnose(record({number("a/0/1", 6, false), number("b/0/1", 2, true)}), known).empty(),
         "an unknown mistake gets a name");
  expect(diagnose(model, known).empty(), "a right record gets a name");
});

const Case thrown("diagnose: what was thrown counts, its words do not", [] {
  const std::vector<Wrong> known = {
      {"throws", record({ended("a/0/1", "threw", "std::out_of_range: index 3")})}};
  expect(diagnose(record({ended("a/0/1", "threw", "std::out_of_range: i = 3")}), known).size() == 1,
         "other words hide the mistake");
  expect(diagnose(record({ended("a/0/1", "threw", "std::bad_alloc: x")}), known).empty(),
         "another exception is the same mistake");
});

const Case guarded("diagnose: another guard than the wrong version's hides no mistake", [] {
  const Check none = ended("c/0/1", "throws_with", "no exception");
  const std::vector<Wrong> known = {
      {"guard", record({number("a/0/1", 1, true), number("b/0/1", 2, true), none})},
      {"large", record({number("a/0/1", 5, false), number("b/0/1", 7, false), none})},
      {"small", record({number("a/0/1", 5, false), number("b/0/1", 2, true), none})}};
  const auto all = diagnose(record({number("a/0/1", 5, false), number("b/0/1", 7, false),
                                    ended("c/0/1", "throws_with", "std::runtime_error: x")}),
                            known);
  expect(all.size() == 2 && all[0].version == "large" && all[1].version == "small",
         "the version that explains most does not come first, or a guard is blamed");
});

const Case cut_short("diagnose: a crash or an unwritten function hides no mistake beside it", [] {
  const std::vector<Wrong> known = {
      {"both", record({number("a/0/1", 5, false), number("b/0/1", 7, false)})}};
  for (const Check& end : {ended("b/0/1", "crashed", "read outside"),
                           ended("b/0/1", "todo", "kit::NotStarted: g is not written yet (g:1)")}) {
    const auto found = diagnose(record({number("a/0/1", 5, false), end}), known);
    expect(found.size() == 1 && found[0].version == "both" && !found[0].exact,
           "both is not seen beside what " + end.verb);
    expect(diagnose(record({number("a/0/1", 6, false), end}), known).empty(),
           "an unknown mistake gets a name beside what " + end.verb);
    expect(diagnose(record({end}), known).empty(), "nothing but an end gets a name");
  }
});

std::string told(const Record& found) {
  return plain(describe(Syllabus{}, Progress{}, Exercise{}, judge(found, model)));
}

const Case written(
    "verdict: an input written to comes first, but not for a refusal that failed", [] {
      Check in_a = number("a/0/2", 9, false), in_b = number("b/0/2", 9, false);
      in_a.verb = in_b.verb = "unchanged";
      expect_says(told(record({number("a/0/1", 5, false), in_b})), "also fails: a\n");
      expect_says(told(record({in_a, ended("b/0/1", "throws_with", "no exception"), in_b})),
                  "also fails: b\n");
      expect_says(told(record({number("a/0/1", 5, false),
                               ended("b/0/1", "throws_with", "no exception"), in_b})),
                  "also fails: b\n");
    });

const Case unwritten("verdict: what fails comes first, then what is not written yet", [] {
  const std::string text =
      told(record({ended("a/0/1", "todo", "kit::NotStarted: g is not written yet (/x/g.cpp:3)"),
                   number("b/0/1", 9, false)}));
  expect(text.find("  b\n") < text.find("not written yet: g\n"), text);
  expect(text.find("kit::NotStarted") == std::string::npos, text);
});

const Case once("verdict: the same failed assertion is said once", [] {
  Record found = record({ended("a/0/1", "crashed", "a failed assertion"),
                         ended("b/0/1", "crashed", "a failed assertion")});
  found.output =
      "x.hpp:4: Assertion `i < n' failed.\nx.hpp:4: Assertion `i < n' failed.\nhere\nhere\n";
  const std::string text = told(found);
  const std::size_t first = text.find("Assertion `i < n'");
  expect(first != std::string::npos && text.find("Assertion", first + 1) == std::string::npos,
         "not once, but: " + text);
  expect_says(text, "here\n    here\n");
});

}  // namespace
}  // namespace kit::tests
