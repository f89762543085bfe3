#include <fmt/format.h>

#include <algorithm>

#include "front/build.hpp"
#include "front/run.hpp"
#include "front/test.hpp"
#include "front/verbs.hpp"

namespace kit {
namespace {

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

}  // namespace

Exit bench_loop(const Tree& tree, const Syllabus& syllabus, const std::vector<std::string>& names,
                int n) {
  const std::vector<const Exercise*> selected = syllabus.select(names);
  std::vector<std::string> targets;
  for (const Exercise* exercise : selected) targets.push_back(exercise->name + ".record");
  build(tree, "building", targets, true);

  // The model's solution stands in for the student's file, which is not touched.
  fmt::print("from save to verdict, median of {}, in seconds\n", n);
  std::vector<double> medians;
  for (const Exercise* exercise : selected) {
    std::vector<double> seconds;
    for (int i = 0; i < n; ++i) {
      seconds.push_back(test(tree, syllabus, *exercise, tree.root / exercise->solution()).seconds);
    }
    medians.push_back(median(seconds));
    fmt::print("  {:<24} {:.2f}\n", exercise->name, medians.back());
    std::fflush(stdout);
  }
  fmt::print("median {:.2f}, slowest {:.2f}\n", median(medians),
             *std::ranges::max_element(medians));
  return Exit::done;
}

Exit bench_decoder(const Tree& tree, const Syllabus& syllabus,
                   const std::vector<std::string>& arguments) {
  help_first(tree, "decoder-bench", arguments);
  const Progress progress = read_progress(tree);
  Lineup lineup = line_up(tree, syllabus, progress, {});
  const Tree speed = speed_tree(tree);
  const Exercise* const norm = syllabus.find("layer_norm");  // in a handout not all are open
  if (std::ranges::count(arguments, "--norms") > 0 && norm != nullptr && progress.passed(*norm)) {
    lineup.parts += (lineup.parts.empty() ? "" : ":") + norm->name + "=" +
                    own_object(speed, syllabus, *norm).string();
  }
  build(speed, "building the bench", {"decoder-bench"});
  become_program(speed.build() / "decoder-bench", arguments, lineup);
}

}  // namespace kit
