// ./kit: what people type. Each verb is a function of its own; this file only knows their words.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <system_error>

#include "front/blame.hpp"
#include "front/deep.hpp"
#include "front/given.hpp"
#include "front/grade_words.hpp"
#include "front/mutants.hpp"
#include "front/run.hpp"
#include "front/stubs.hpp"
#include "front/test.hpp"
#include "front/verbs.hpp"
#include "front/verify.hpp"
#include "runner/process.hpp"

namespace {

using kit::Exit;

Exit exit_of(kit::Kind kind) {
  if (kind == kit::Kind::passes) return Exit::done;
  return kind == kit::Kind::not_started ? Exit::not_started : Exit::not_so;
}

Exit say(const std::string& text) {
  fmt::print("{}", text);
  return Exit::done;
}

Exit judge(const kit::Tree& tree, const kit::Syllabus& syllabus, const kit::Exercise& exercise,
           const std::string& file, bool deep, bool json) {
  const kit::Verdict verdict =
      kit::test(tree, syllabus, exercise,
                file.empty() ? std::nullopt : std::optional<kit::fs::path>(kit::typed(file)));
  if (!json) {
    say(kit::describe(syllabus, kit::read_progress(tree), exercise, verdict));
    std::fflush(stdout);
  }
  std::vector<kit::Deep> findings;
  const bool runs =
      verdict.kind != kit::Kind::not_started && verdict.kind != kit::Kind::does_not_compile;
  for (const char* preset : {"deep", "threads"}) {
    if (!deep || !runs) break;
    findings.push_back(kit::run_deep(
        tree, exercise, preset, file.empty() ? tree.root / exercise.stub() : kit::typed(file)));
  }
  if (json) {
    say(kit::verdict_json(exercise, verdict, findings));
  } else if (!findings.empty()) {
    say(kit::describe(findings));
  }
  const bool clean =
      std::ranges::all_of(findings, [](const kit::Deep& finding) { return finding.found.empty(); });
  return clean ? exit_of(verdict.kind) : Exit::not_so;
}

std::vector<kit::With> chosen(const std::vector<std::string>& words) {
  std::vector<kit::With> all;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    all.push_back(
        {word.substr(0, equals), equals == std::string::npos ? "" : word.substr(equals + 1)});
  }
  return all;
}

Exit start(const kit::Tree& tree, const kit::Syllabus& syllabus, bool no_watch) {
  const kit::Exercise* const next = kit::next_exercise(syllabus, kit::read_progress(tree));
  if (!no_watch && kit::is_terminal(STDIN_FILENO) && kit::is_terminal(STDOUT_FILENO)) {
    return kit::watch(tree, syllabus, next);
  }
  say(kit::greeting(tree, syllabus));
  std::fflush(stdout);
  if (next != nullptr) kit::build_behind(tree, syllabus, *next);
  if (const auto line = kit::generated_line(tree, syllabus)) {
    say("\nYour decoder writes:\n" + kit::wrapped(*line, kit::text_width(), "  "));
  }
  return Exit::done;
}

/// What lies in the buffer at the end is written by nobody who could say that it was not.
void say_if_unwritten() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  std::fputs("kit: not all of it could be written: is the disk full?\n", stderr);
  std::_Exit(kit::infrastructure);
}

}  // namespace

int main(int argc, char** argv) {
  std::atexit(say_if_unwritten);
  CLI::App app{"Quarter Turn: from RMSNorm of [3, 4] to your own multithreaded decoder"};
  app.name("./kit");
  app.require_subcommand(0, 1);
  app.footer(
      "Without a verb: greets, and is the place to work in. exit codes: 0 done, passes; 1 fails, "
      "differs, red; 2 usage; 3 not started; 4 worth a retry; 5 a fault of the kit; "
      "75 interrupted");
  bool json = false, no_watch = false, yes = false, loop = false;
  std::string name, file;
  std::vector<std::string> names;
  int n = 5;
  kit::NewExercise wanted;

  app.add_flag("--no-watch", no_watch, "greet, and do not watch");
  app.add_flag("--yes", yes, "install what is missing without asking (./kit --yes VERB)");

  auto* const list = app.add_subcommand("list", "all exercises and how far you are");
  list->add_option("--to", name, "only the shortest path to this exercise");
  list->add_flag("--json", json, "as one JSON document");

  auto* const read = app.add_subcommand("read", "the section of an exercise");
  read->add_option("NAME", name, "the exercise, or a chapter (05); without it the next one");

  auto* const test = app.add_subcommand("test", "judge your file of an exercise");
  test->add_option("NAME", name, "the exercise; without it the next one");
  test->add_option("--file", file, "judge this file as if it were yours");
  bool deep = false;
  test->add_flag("--deep", deep, "once more under sanitizers, which see misused memory and races");
  test->add_flag("--json", json, "the verdict as one JSON document");

  auto* const watch = app.add_subcommand("watch", "judge each file as it is saved");
  watch->add_option("NAME", name, "the exercise to begin with; without it the next one");

  auto* const hint = app.add_subcommand("hint", "one hint more: a nudge, the formula, the line");
  hint->add_option("NAME", name, "the exercise; without it the next one");

  auto* const diff = app.add_subcommand("diff", "yours beside the model's, after a pass");
  diff->add_option("NAME", name, "the exercise")->required();

  auto* const reset = app.add_subcommand("reset", "bring the stub back; your file is kept aside");
  reset->add_option("NAME", name, "the exercise")->required();

  auto* const doctor = app.add_subcommand("doctor", "what this machine has and lacks, and the fix");
  doctor->add_flag("--json", json, "as one JSON document");
  bool isolation = false;
  doctor->add_flag("--grading", isolation, "is untrusted code isolated here? tries to break out");

  auto* const verify = app.add_subcommand("verify", "the kit's own test");
  verify->add_option("NAME", names, "exercises or chapters; without them everything");
  verify->add_flag("--json", json, "the counts as one JSON document");
  bool mutants = false;
  verify->add_flag("--mutants", mutants, "change each solution in one place: do the tests notice?");

  auto* const make = app.add_subcommand("new", "all faces of a new exercise, to be filled in");
  make->add_option("NAME", wanted.name, "in snake_case")->required();
  make->add_option("--chapter", wanted.chapter, "like 02_normalization")->required();
  make->add_option("--needs", wanted.needs, "exercises to be read before")->delimiter(',');
  make->add_option("--uses", wanted.uses, "contracts that its code may call")->delimiter(',');
  make->add_flag("--part", wanted.part, "the decoder calls it");
  make->add_flag("--side", wanted.side, "off the shortest path to the decoder");

  auto* const bench = app.add_subcommand("bench", "how fast your decoder is on this machine");
  auto* const from_save = bench->add_flag("--loop", loop, "instead: from save to verdict");
  bench->add_option("NAME", names, "with --loop: exercises or chapters")->needs(from_save);
  bench->add_option("-n", n, "with --loop: runs of each")
      ->check(CLI::Range(1, 1000))
      ->needs(from_save);
  bool norms = false, quick = false, cpu_time = false;
  bench->add_flag("--norms", norms, "measure layer_norm and rms_norm")->excludes(from_save);
  bench->add_flag("--quick", quick, "less exact, and only small models")->excludes(from_save);
  bench->add_flag("--cpu-time", cpu_time, "one thread, by its own time: on a busy machine")
      ->excludes(from_save);
  bench->add_option("--model", file, "measure this model")->excludes(from_save);
  bench->add_flag("--json", json, "as one JSON document")->excludes(from_save);

  std::vector<std::string> with;
  auto* const run = app.add_subcommand("run", "let the decoder write, on your parts that pass");
  run->add_option("--with", with, "NAME: your file even if it fails; NAME=WRONG: a wrong version")
      ->allow_extra_args(false);  // one for each --with: what follows is the prompt
  run->allow_extras();            // the rest is the decoder's
  run->set_help_flag();

  auto* const inspect = app.add_subcommand("inspect", "what a model is: attention, sizes, bytes");
  std::string context = "0", batch = "1";
  inspect->add_option("PATH", file, "a config.json, a folder, or a llama2.c file")->required();
  inspect->add_option("--context", context, "tokens in the KV cache; 0: all that the model takes");
  inspect->add_option("--batch", batch, "texts at once");
  inspect->add_flag("--json", json, "as one JSON document");

  auto* const demo = app.add_subcommand(
      "demo", "pictures to turn by keys: kv_cache, heads, rope, norms, pre_post, swiglu");
  demo->allow_extras();  // the demo's name, and its numbers: --NAME VALUE
  demo->set_help_flag();
  demo->prefix_command();

  auto* const distance = app.add_subcommand(
      "distance", "how far a small model remembers, with plain RoPE, PI, NTK-aware and YaRN");
  distance->allow_extras();  // --pairs N, --seed N, --times 1,2,3,4, --json
  distance->set_help_flag();

  auto* const blame =
      app.add_subcommand("blame", "which of your parts makes the decoder go wrong?");
  blame->add_option("--with", with, "NAME or NAME=WRONG: watch this one");
  blame->add_flag("--json", json, "as one JSON document");

  std::string language;
  int exam = 0;
  std::uint64_t seed = 0;
  bool list_questions = false;
  auto* const quiz = app.add_subcommand("quiz", "review questions: do you know why?");
  quiz->add_option("CHAPTER", name, "or an exercise; without it what is due");
  quiz->add_option("--exam", exam, "so many questions, drawn, without replies")
      ->check(CLI::Range(1, 1000));
  const auto* const seeded =
      quiz->add_option("--seed", seed, "the same questions, numbers and order again");
  quiz->add_option("--language", language, "zh: the translation, as far as it goes");
  quiz->add_flag("--list", list_questions, "their names");
  quiz->add_flag("--json", json, "the list; or grades answers.json from standard input");

  // kit-grading knows their options; what it takes stands here too, so that help builds nothing.
  struct Grading {
    const char *verb, *words, *usage;
  };
  std::vector<CLI::App*> grading;
  for (const auto& [verb, words, usage] : std::initializer_list<Grading>{
           {"handout", "a repository for students, without solutions",
            "OUT --chapters 01-05 --with-solutions 01-03 --systems linux-x86_64,linux-aarch64; OUT "
            "--check"},
           {"pack", "one zip to hand in", "--name YOURS --id YOURS --out FILE"},
           {"merge", "one report of many graded submissions",
            "RESULTS … --out REPORT --roster FILE"},
           {"export-similarity", "submissions as JPlag and Dolos want them", "SUBMISSIONS OUT"},
           {"sample-class", "a class that does not exist, to try grading on",
            "OUT --people 1000 --seed 7"}}) {
    grading.push_back(app.add_subcommand(verb, words));
    grading.back()->allow_extras()->footer("./kit " + std::string(verb) + " " + usage);
  }

  kit::GradeOptions grade_options;
  const auto* const grade = kit::add_grade(app, grade_options);

  if (argc > 1 && argv[1][0] != '-') {
    std::vector<std::string> verbs;
    for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());
    if (std::ranges::find(verbs, argv[1]) == verbs.end()) {
      const std::string question = kit::nearest(argv[1], verbs);
      fmt::print(stderr, "kit: there is no verb \"{}\"{}\n", argv[1],
                 question.empty() ? "; `./kit --help` lists them" : question);
      return Exit::usage;
    }
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? Exit::done : Exit::usage;
  }

  return kit::run_verb([&](const kit::Tree& tree, const kit::Syllabus& syllabus) -> int {
    fmt::print(stderr, "{}", kit::keep_pristine_stubs(tree, syllabus));
    const auto named_or_next = [&]() -> const kit::Exercise& {
      if (!name.empty()) return syllabus.at(name);
      if (const auto* next = kit::next_exercise(syllabus, kit::read_progress(tree))) return *next;
      return syllabus.exercises.back();
    };

    for (const CLI::App* verb : grading) {
      if (!*verb) continue;
      if (verb->get_name() != "pack") kit::refuse_in_handout(tree, verb->get_name());
      return kit::become_grading(tree, verb->get_name(), verb->remaining());
    }
    if (*grade || isolation) {
      kit::refuse_in_handout(tree, *grade ? "grade" : "doctor --grading");
      if (*grade) {  // kit-grade takes the same words
        char** const verb = std::find(argv, argv + argc, std::string("grade"));
        return kit::become_grader(tree, "grade", {verb + 1, argv + argc});
      }
      return kit::become_grader(tree, "doctor", {json ? "--json" : "--grading"});
    }
    if (*make || loop || mutants) {
      kit::refuse_in_handout(tree, *make ? "new" : loop ? "bench --loop" : "verify --mutants");
    }
    if (*list) {
      const kit::Progress progress = kit::read_progress(tree);
      return say(json ? kit::list_json(syllabus, progress, name)
                      : kit::list_text(syllabus, progress, name));
    }
    if (*read && syllabus.find(name) == nullptr) {
      for (const std::string& chapter : syllabus.chapters()) {
        if (chapter == name || chapter.starts_with(name + "_")) return kit::read_chapter(chapter);
      }
    }
    if (*read) return kit::read(named_or_next());
    if (*test) return judge(tree, syllabus, named_or_next(), file, deep, json);
    if (*watch) return kit::watch(tree, syllabus, &named_or_next());
    if (*hint) {
      kit::take_hint(tree, named_or_next());
      return say(kit::hint_text(tree, named_or_next()));
    }
    if (*diff) return say(kit::diff_text(tree, syllabus.at(name)));
    if (*reset) return say(kit::reset(tree, syllabus.at(name)));
    if (*doctor) return kit::doctor(tree, json);
    if (*verify && mutants) return kit::verify_mutants(tree, syllabus, names);
    if (*verify) return kit::verify(tree, syllabus, names, json);
    if (*run) return kit::run_decoder(tree, syllabus, chosen(with), run->remaining());
    if (*inspect) {
      std::vector<std::string> options = {"--context", context, "--batch", batch};
      if (json) options.push_back("--json");
      return kit::inspect(tree, syllabus, kit::typed(file), options);
    }
    if (*demo) return kit::demo(tree, syllabus, demo->remaining());
    if (*distance) return kit::distance(tree, syllabus, distance->remaining());
    if (*blame) return kit::blame(tree, syllabus, chosen(with), json);
    if (*quiz) {
      return kit::quiz(tree,
                       {name, language, std::to_string(exam), *seeded ? std::to_string(seed) : "",
                        json ? "1" : "0", list_questions ? "1" : "0"});
    }
    if (*make) return kit::make_new(tree, syllabus, wanted);
    if (*bench && loop) return kit::bench_loop(tree, syllabus, names, n);
    if (*bench) {
      std::vector<std::string> arguments;
      if (norms) arguments.push_back("--norms");
      if (quick) arguments.push_back("--quick");
      if (cpu_time) arguments.push_back("--cpu-time");
      if (json) arguments.push_back("--json");
      if (!file.empty()) arguments.insert(arguments.end(), {"--model", file});
      return kit::bench_decoder(tree, syllabus, arguments);
    }
    return start(tree, syllabus, no_watch);
  });
}
