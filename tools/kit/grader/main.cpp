// kit grade, kit doctor --grading: a program of its own, because what it is linked with is not
// needed by those who only do exercises.
#include <fmt/format.h>
#include <linux/close_range.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <thread>

#include "front/json.hpp"
#include "front/stubs.hpp"
#include "grader/grade.hpp"
#include "grader/sandbox.hpp"
#include "runner/process.hpp"

namespace {

using kit::Exit;

kit::fs::path typed(const std::string& path) {
  const char* const from = std::getenv("KIT_FROM");
  return from == nullptr ? kit::fs::path(path) : kit::fs::path(from) / path;
}

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
  std::string submission, out, isolation = "bwrap";
  bool json = false;
  options.jobs = static_cast<int>(std::thread::hardware_concurrency());

  auto* const grade = app.add_subcommand("grade", "judge a submission by visible and hidden tests");
  grade->add_option("SUBMISSION", submission, "a folder or zip archive; see --shard-count")
      ->required();
  grade->add_option("--out", out, "the result directory to write")->required();
  grade->add_option("--exercises", options.exercises, "exercises or chapters; without it those of course.json")
      ->delimiter(',')
      ->allow_extra_args(false);
  auto* const seed =
      grade->add_option("--seed", options.seed, "of an earlier session, to repeat it")
          ->check([](const std::string& text) {
            const bool number = !text.empty() && text.size() <= 20 &&
                                text.find_first_not_of("0123456789") == std::string::npos;
            return std::string(number ? "" : "a seed is a whole number of up to 20 digits");
          });
  grade->add_flag("--new-session", options.new_session, "draw a new seed")->excludes(seed);
  grade->add_option("--isolation", isolation, "bwrap; uid: another user and limits only")
      ->check(CLI::IsMember({"bwrap", "uid"}));
  grade->add_option("--jobs", options.jobs, "exercises at a time")->check(CLI::Range(1, 256));
  grade->add_flag("--force", options.force, "also what has been graded before");
  grade->add_flag("--json", options.json, "result.json on standard output");
  auto* const index = grade->add_option("--shard-index", options.shard_index,
                                        "counted from 0: this part of a folder of submissions");
  auto* const count = grade->add_option("--shard-count", options.shard_count,
                                        "SUBMISSION is a folder of submissions, in so many parts");
  index->needs(count)->check(CLI::NonNegativeNumber);
  count->check(CLI::PositiveNumber);

  auto* const doctor_verb = app.add_subcommand("doctor", "is untrusted code isolated here?");
  doctor_verb->add_flag("--grading");
  doctor_verb->add_flag("--json", json, "as one JSON document");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? Exit::done : Exit::usage;
  }

  kit::end_with_children(Exit::interrupted);
  try {
    kit::Tree tree;
    tree.root = kit::fs::current_path();
    const kit::Syllabus syllabus = kit::read_syllabus(tree);
    fmt::print(stderr, "{}", kit::keep_pristine_stubs(tree, syllabus));
    if (*doctor_verb) return doctor(tree, syllabus, json);
    options.submission = typed(submission);
    options.out = typed(out).lexically_normal();
    if (!options.out.has_filename()) options.out = options.out.parent_path();
    options.isolation = isolation == "uid" ? kit::Isolation::uid : kit::Isolation::bwrap;
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
    return kit::grade(tree, syllabus, options);
  } catch (const kit::Failure& failure) {
    fmt::print(stderr, "kit: {}\n", failure.what());
    return failure.code;
  } catch (const kit::fs::filesystem_error& error) {
    fmt::print(stderr, "kit: {}\n", error.what());
    return Exit::infrastructure;
  } catch (const std::exception& error) {
    fmt::print(stderr, "kit: {}\n", error.what());
    return Exit::infrastructure;
  }
}
