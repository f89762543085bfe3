// ./kit: what people type. Each verb is a function of its own; this file only knows their words.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <exception>

#include "front/build.hpp"
#include "front/kit.hpp"
#include "front/mutants.hpp"
#include "front/test.hpp"
#include "front/verify.hpp"

namespace {

kit::Exit exit_of(kit::Kind kind) {
  if (kind == kit::Kind::passes) return kit::Exit::done;
  return kind == kit::Kind::not_started ? kit::Exit::not_started : kit::Exit::not_so;
}

}  // namespace

int main(int argc, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  CLI::App app{"Quarter Turn: from RMSNorm of [3, 4] to your own multithreaded decoder"};
  app.require_subcommand(0, 1);
  bool json = false;
  std::string name, file;
  std::vector<std::string> names;

  auto* const test = app.add_subcommand("test", "judge your file of an exercise");
  test->add_option("NAME", name, "the exercise; without it the next one");
  test->add_option("--file", file, "judge this file as if it were yours");
  test->add_flag("--json", json, "the verdict as one JSON document");

  auto* const verify = app.add_subcommand("verify", "the kit's own test");
  verify->add_option("NAME", names, "exercises or chapters; without them everything");
  verify->add_flag("--json", json, "the counts as one JSON document");
  bool mutants = false;
  verify->add_flag("--mutants", mutants, "change each solution in one place: do the tests notice?");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kit::Exit::done : kit::Exit::usage;
  }

  try {
    const kit::Tree tree{kit::fs::current_path()};
    const kit::Syllabus syllabus = kit::read_syllabus(tree);
    if (*test) {
      const kit::Exercise& exercise = syllabus.at(name);
      const kit::Verdict verdict = kit::test(
          tree, syllabus, exercise, file.empty() ? std::nullopt : std::optional<kit::fs::path>(file));
      const double seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      fmt::print("{}", json ? kit::verdict_json(exercise, verdict, seconds)
                            : kit::describe(exercise, verdict, seconds));
      return exit_of(verdict.kind);
    }
    kit::keep_pristine_stubs(tree, syllabus);
    if (*verify && mutants) return kit::verify_mutants(tree, syllabus, names);
    if (*verify) return kit::verify(tree, syllabus, names, json);
  } catch (const kit::Failure& failure) {
    fmt::print(stderr, "kit: {}\n", failure.what());
    return failure.code;
  } catch (const std::exception& error) {
    fmt::print(stderr, "kit: {}\nThis is a fault of the kit; `./kit doctor` may know more.\n",
               error.what());
    return kit::Exit::fault;
  }
  return kit::Exit::done;
}
