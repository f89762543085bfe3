// The verbs, as processes in a checkout of their own.
#include <nlohmann/json.hpp>

#include "harness.hpp"

namespace kit::tests {
namespace {

void expect_code(const Ended& ended, int code) {
  expect(ended.exit_code == code, "exit code " + std::to_string(ended.exit_code) + ", not " +
                                      std::to_string(code) + ":\n" + ended.output);
}

nlohmann::json document(const Ended& ended) {
  const auto json = nlohmann::json::parse(ended.output, nullptr, false);
  expect(!json.is_discarded(), "no JSON document: " + ended.output);
  return json;
}

const Case codes("test: the exit code is the verdict", [] {
  const Checkout here;
  expect_code(here.kit({"test", "rms_norm"}), 3);
  here.write(stub, wrong("eps_outside_root"));
  const Ended failing = here.kit({"test", "rms_norm"});
  expect_code(failing, 1);
  expect_says(failing.output, "This is a known mistake: eps_outside_root");
  here.write(stub, "int x = ;\n");
  expect_code(here.kit({"test", "rms_norm"}), 1);
  here.write(stub, solution());
  const Ended passing = here.kit({"test", "rms_norm"});
  expect_code(passing, 0);
  expect_says(passing.output, "rms_norm passes");
  expect_says(passing.output, "./kit diff rms_norm");
  expect_says(passing.output, "next: ");
});

const Case stopped("a build that the machine stops is worth a retry, no fault of the kit", [] {
  const Checkout here;
  here.write(
      "bin/ninja",
      "#!/bin/sh\necho 'c++: fatal error: Killed signal terminated program cc1plus'\nexit 1\n");
  fs::remove(here.root() / "build/student/build.lock");  // a ninja of ours may hold the real one
  const Ended ended = here.shell(
      "chmod +x bin/ninja; PATH=$PWD/bin:$PATH build/student/tools/kit/kit test rms_norm");
  expect_code(ended, 4);
  expect_says(ended.output, "the build was stopped");
});

const Case line_ends("test: a file with the line ends of another system is judged like any", [] {
  const Checkout here;
  std::string text;
  for (const char c : solution()) text += c == '\n' ? "\r\n" : std::string(1, c);
  here.write(stub, text);
  expect_code(here.kit({"test", "rms_norm"}), 0);
});

const Case deleted("test and reset: a stub that was deleted comes back", [] {
  const Checkout here;
  fs::remove(here.root() / stub);
  const Ended test = here.kit({"test", "rms_norm"});
  expect_code(test, 1);
  expect_says(test.output, "is missing; `./kit reset rms_norm` brings the stub back");
  expect_code(here.kit({"reset", "rms_norm"}), 0);
  expect_code(here.kit({"test", "rms_norm"}), 3);
});

const Case misspelt("names and verbs: a misspelt one is refused with the nearest", [] {
  const Checkout here;
  for (const char* verb : {"test", "read", "hint", "diff", "reset", "watch"}) {
    const Ended ended = here.kit({verb, "rms_nrm"});
    expect_code(ended, 2);
    expect_says(ended.output, "do you mean rms_norm?");
  }
  const Ended verb = here.kit({"tset"});
  expect_code(verb, 2);
  expect_says(verb.output, "do you mean test or reset?");
  expect_code(here.kit({"test", "--file", "nowhere.cpp", "rms_norm"}), 2);
  expect_code(here.kit({"test", "rms_norm", "--no-such-option"}), 2);
  expect_code(here.kit({"--help"}), 0);
});

const Case elsewhere("test --file: a path is meant from where it is typed", [] {
  const Checkout here;
  here.write("somewhere/mine.cpp", solution());
  const Ended ended =
      here.shell("cd somewhere && KIT_NO_BUILD=1 ../kit test rms_norm --file mine.cpp");
  expect_code(ended, 0);
  expect(!fs::exists(here.root() / ".kit/state"), "a file from elsewhere has changed the state");
});

const Case as_documents("--json: standard output is one document", [] {
  const Checkout here;
  here.write(stub, wrong("eps_outside_root"));
  const auto verdict = document(here.kit_output({"test", "rms_norm", "--json"}));
  expect(verdict["verdict"] == "fails", "the verdict is " + verdict["verdict"].dump());
  expect(verdict["diagnosis"][0]["version"] == "eps_outside_root", "the mistake is not named");
  const auto list = document(here.kit_output({"list", "--json"}));
  bool found = false;
  for (const auto& line : list["exercises"]) {
    found = found || (line["name"] == "rms_norm" && line["state"] == "fails");
  }
  expect(found, "list does not know that rms_norm fails");
  const auto doctor = document(here.kit_output({"doctor", "--json"}));
  expect(doctor.size() > 10 && doctor[0]["what"] == "compiler", "doctor: " + doctor.dump());
});

const Case backups("reset: keeps what stood there, every time", [] {
  const Checkout here;
  const std::string pristine = here.read(stub);
  expect_says(here.kit({"reset", "rms_norm"}).output, "nothing to do");
  for (const char* text : {"// first\n", "// second\n"}) {
    here.write(stub, text);
    const Ended ended = here.kit({"reset", "rms_norm"});
    expect_code(ended, 0);
    expect_says(ended.output, ".kit/backups/rms_norm-");
    expect(here.read(stub) == pristine, "the stub is not as it came");
  }
  std::string kept;
  for (const auto& entry : fs::directory_iterator(here.root() / ".kit/backups")) {
    kept += here.read(entry.path());
  }
  expect_says(kept, "first");
  expect_says(kept, "second");
});

const Case hints("hint: one more each time, counted, and no more than there are", [] {
  const Checkout here;
  expect_says(here.kit({"hint", "rms_norm"}).output, "hint 1 of 3");
  expect_says(here.kit({"hint", "rms_norm"}).output, "hint 2 of 3");
  expect_says(here.read(".kit/state"), "rms_norm not_started - 2 ");
  here.kit({"hint", "rms_norm"});
  expect_says(here.kit({"hint", "rms_norm"}).output, "hint 3 of 3");
  here.write(stub, solution());
  here.kit({"test", "rms_norm"});
  expect_says(here.kit({"list"}).output, "3 hints");
});

const Case spoilers("diff: only after a pass, with labels of its own", [] {
  const Checkout here;
  const Ended refused = here.kit({"diff", "rms_norm"});
  expect_code(refused, 1);
  expect_says(refused.output, "has not passed yet");
  here.write(stub, solution());
  here.kit({"test", "rms_norm"});
  expect_says(here.kit({"diff", "rms_norm"}).output, "the same to the letter");
  here.write(stub, solution() + "// mine\n");
  const Ended shown = here.kit({"diff", "rms_norm"});
  expect_code(shown, 0);
  expect_says(shown.output, "--- yours ");
  expect_says(shown.output, "+++ the model's ");
  expect_says(shown.output, "-// mine");
});

const Case reading("read: text for a pipe, without colours", [] {
  const Checkout here;
  const Ended ended = here.kit({"read", "rms_norm"});
  expect_code(ended, 0);
  expect(ended.output.find('\033') == std::string::npos, "there are escape sequences");
  expect(ended.output.find("<!--") == std::string::npos, "the hints are in it");
});

const Case states("state: names that this version does not know are kept", [] {
  const Checkout here;
  here.write(".kit/state", "an_exercise_of_tomorrow passes 0123 1 2 3\nwhat is this\n");
  here.kit({"test", "rms_norm"});
  const std::string state = here.read(".kit/state");
  expect_says(state, "an_exercise_of_tomorrow passes 0123 1 2 3\n");
  expect_says(state, "what is this\n");
  expect_says(state, "rms_norm not_started ");
});

const Case progress("list: done, edited since, the way to an exercise", [] {
  const Checkout here;
  expect_says(here.kit({"list"}).output, "0 of ");
  here.write(stub, solution());
  here.kit({"test", "rms_norm"});
  expect_says(here.kit({"list"}).output, "✓ rms_norm");
  here.write(stub, solution() + "\n");
  expect_says(here.kit({"list"}).output, "passed, then edited");
  const Ended way = here.kit({"list", "--to", "rms_norm"});
  expect_code(way, 0);
  expect_says(way.output, "rms_norm");
  expect_code(here.kit({"list", "--to", "nowhere"}), 2);
});

const Case release("a newer release: a stub on which somebody works is left alone", [] {
  const Checkout here;
  here.kit({"list"});  // the stubs as they came are kept now
  const std::string mine = solution();
  // The release comes by git; the student's own work is put back over it.
  here.write(stub, here.read(stub) + "// 5. a step that is new\n");
  expect_code(here.shell("git commit -qam 'A newer stub'"), 0);
  here.write(stub, mine);
  const Ended news = here.kit({"list"});
  expect_says(news.output, "rms_norm: its stub has changed in this release");
  expect_says(news.output, "+// 5. a step that is new");
  expect(here.read(stub) == mine, "the student's file was changed");
  expect(here.kit({"list"}).output.find("has changed") == std::string::npos, "it is said twice");
  here.kit({"reset", "rms_norm"});
  expect_says(here.read(stub), "// 5. a step that is new");
});

const Case committed("a solved file that was committed does not become the stub", [] {
  const Checkout here;
  here.write(stub, solution());
  here.shell("git commit -qam Solved");
  fs::remove_all(here.root() / ".kit");
  here.kit({"reset", "rms_norm"});
  expect_says(here.read(stub), "kit::todo(\"rms_norm\")");
});

const Case no_git("without git: the stubs of the first start are kept", [] {
  const Checkout here;
  fs::remove_all(here.root() / ".git");
  here.kit({"list"});
  here.write(stub, "// mine\n");
  expect_code(here.kit({"reset", "rms_norm"}), 0);
  expect_says(here.read(stub), "kit::todo(\"rms_norm\")");
});

const Case authors("new: makes every face and the line, and never overwrites", [] {
  const Checkout here;
  // A tree of its own: what is shared must not be written to.
  for (const char* face : {"solutions", "reference", "tests"}) fs::remove(here.root() / face);
  here.write("solutions/02_normalization/half_norm.cpp", "// written before\n");
  const Ended ended =
      here.kit({"new", "half_norm", "--chapter", "02_normalization", "--needs", "rms_norm"});
  expect_code(ended, 0);
  for (const char* face :
       {"exercises/02_normalization/half_norm.hpp", "exercises/02_normalization/half_norm.cpp",
        "exercises/02_normalization/half_norm.md", "reference/half_norm.hpp",
        "reference/half_norm.cpp", "tests/visible/02_normalization/half_norm.cpp",
        "tests/hidden/02_normalization/half_norm.cpp",
        "tests/wrong/02_normalization/half_norm/returns_zeros.cpp"}) {
    expect_says(here.read(face), "FILL IN");
  }
  expect(here.read("solutions/02_normalization/half_norm.cpp") == "// written before\n",
         "overwritten");
  const std::string syllabus = here.read("exercises/CMakeLists.txt");
  const std::size_t line =
      syllabus.find("add_exercise(02_normalization half_norm NEEDS rms_norm)\n");
  expect(line != std::string::npos && line > syllabus.find("rms_norm"),
         "the line is wrong:\n" + syllabus);
  expect_code(here.kit({"new", "rms_norm", "--chapter", "02_normalization"}), 2);
  expect_code(here.kit({"new", "HalfNorm", "--chapter", "02_normalization"}), 2);
  expect_code(here.kit({"new", "quarter_norm", "--chapter", "normalization"}), 2);
});

const Case start("no verb: greets and names the next exercise, and leaves the shell alone", [] {
  const Checkout here;
  const Ended ended = here.kit({"--no-watch"});
  expect_code(ended, 0);
  expect_says(ended.output, " comes next.");
  expect_says(ended.output, "./kit test ");
});

const Case interrupted("test: interrupted, it ends with 75 and leaves no process behind", [] {
  const Checkout here;
  const std::string file = std::string(KIT_CHECKOUT) + "/tests/kit/verdicts/runs_for_ever.cpp";
  const Ended ended = here.shell(
      "look() { grep -la \"tried/rms_norm-$p[.]so\" /proc/[0-9]*/cmdline 2>/dev/null; };"
      "KIT_NO_BUILD=1 build/student/tools/kit/kit test rms_norm --file '" +
      file +
      "' & p=$!;"
      "for i in $(seq 300); do look >/dev/null && break; sleep 0.1; done;"
      "kill -TERM $p; wait $p; echo code $?;"
      "for i in $(seq 100); do look >/dev/null || { echo clean; break; }; sleep 0.1; done");
  expect_says(ended.output, "code 75");
  expect_says(ended.output, "clean");
});

const Case side_by_side("test: two at once do not disturb each other", [] {
  const Checkout here;
  here.write("right.cpp", solution());
  here.write("wrong.cpp", wrong("eps_outside_root"));
  const Ended ended = here.shell(
      "export KIT_NO_BUILD=1; for i in 1 2; do for f in right wrong; do"
      " ./kit test rms_norm --file $f.cpp > $f.$i & done; done; wait;"
      " grep -l 'rms_norm passes' right.*; grep -l 'known mistake: eps_outside_root' wrong.*");
  expect(ended.output == "right.1\nright.2\nwrong.1\nwrong.2\n", ended.output);
});

}  // namespace
}  // namespace kit::tests
