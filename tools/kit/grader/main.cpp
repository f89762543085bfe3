// kit grade, kit doctor --grading: a program of its own, because what it is linked with is not
// needed by those who only do exercises.
#include <fmt/format.h>
#include <linux/close_range.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <stdexcept>

#include "front/grade_words.hpp"
#include "front/json.hpp"
#include "front/stubs.hpp"
#include "grader/grade.hpp"
#include "grader/sandbox.hpp"
#include "runner/process.hpp"

namespace {

using kit::Exit;

Exit doctor(const kit::Tree& tree, const kit::Syllabus& syllabus, bool json) {
  const kit::Proof proof = kit::prove_isolation(tree, syllabus, true);
  const bool well = proof.problem.empty();
  if (json) {
    fmt::print(
        "{}\n",
        kit::Json{{"isolated", well}, {"problem", proof.problem}, {"tried", proof.lines}}.text());
  } else {
    for (const std::string& line : proof.lines) fmt::print("{}\n", line);
    fmt::print("{}\n", well ? "Untrusted code is isolated on this machine."
                            : "Untrusted code is NOT isolated on this machine: " + proof.problem);
  }
  return well ? Exit::done : Exit::not_so;
}

}  // namespace

int main(int argc, char** argv) {
  close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);  // nobody that is started here gets what we were given
  CLI::App app{"Grades what students hand in, in a sandbox"};
  app.name("./kit");
  app.require_subcommand(1);
  kit::GradeOptions options;
  kit::add_grade(app, options);
  bool json = false;

  auto* const doctor_verb = app.add_subcommand("doctor", "is untrusted code isolated here?");
  doctor_verb->add_flag("--grading");
  doctor_verb->add_flag("--json", json, "as one JSON document");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? Exit::done : Exit::usage;
  }

  kit::adopt_orphans();
  return kit::run_verb([&](const kit::Tree& tree, const kit::Syllabus& syllabus) -> int {
    fmt::print(stderr, "{}", kit::keep_pristine_stubs(tree, syllabus));
    if (*doctor_verb) return doctor(tree, syllabus, json);
    if (options.shard_count > 0 && options.shard_index < 0) {
      if (options.shard_count > 1) {
        throw kit::Failure(Exit::usage, "--shard-count needs --shard-index, counted from 0");
      }
      options.shard_index = 0;
    }
    if (options.shard_index >= options.shard_count && options.shard_count > 0) {
      throw kit::Failure(Exit::usage, fmt::format("--shard-index {} of {} shards: they are counted "
                                                  "from 0 to {}",
                                                  options.shard_index, options.shard_count,
                                                  options.shard_count - 1));
    }
    options.submission = kit::typed(options.submission);
    options.out = kit::typed(options.out);
    try {
      return kit::grade(tree, syllabus, options);
    } catch (const kit::Failure&) {
      throw;
    } catch (const std::runtime_error& error) {  // no process, no disk: worth a retry
      throw kit::Failure(Exit::infrastructure, error.what());
    }
  });
}
