#pragma once
// What `kit grade` may be told. The front knows it too, so that help and a wrong word are answered
// before anything is built.
#include <CLI/CLI.hpp>
#include <string>

#include "front/grade_options.hpp"

namespace kit {

inline CLI::App* add_grade(CLI::App& app, GradeOptions& options) {
  auto* const grade = app.add_subcommand("grade", "judge a submission by visible and hidden tests");
  grade->add_option("SUBMISSION", options.submission, "a folder or zip archive; see --shard-count")
      ->required();
  grade->add_option("--out", options.out, "the result directory to write")->required();
  grade
      ->add_option("--exercises", options.exercises,
                   "exercises or chapters; without it those of course.json")
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
  grade
      ->add_option_function<std::string>(
          "--isolation",
          [&](const std::string& word) {
            options.isolation = word == "uid" ? Isolation::uid : Isolation::bwrap;
          },
          "bwrap; uid: another user and limits only")
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
  return grade;
}

}  // namespace kit
