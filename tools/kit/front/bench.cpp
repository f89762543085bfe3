#include <fmt/format.h>

#include <algorithm>

#include "front/build.hpp"
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

}  // namespace kit
