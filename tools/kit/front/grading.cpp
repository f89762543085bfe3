// handout, pack, merge, export-similarity, grade: programs of their own, which a student's first
// start neither builds nor needs.
#include "front/build.hpp"
#include "front/run.hpp"
#include "front/verbs.hpp"

namespace kit {

Exit become_grading(const Tree& tree, const std::string& verb, std::vector<std::string> words) {
  build(tree, "building the grading tools", {"kit-grading"});
  words.insert(words.begin(), {(tree.build() / "tools/kit/grading/kit-grading").string(), verb});
  become(std::move(words));
}

Exit become_grader(const Tree& tree, const std::string& verb, std::vector<std::string> words) {
  if (!fs::exists(tree.build() / "grading/linear.models")) {
    throw Failure(Exit::infrastructure,
                  "grading needs libseccomp and libarchive, and the build was made without them: "
                  "apt-get install libseccomp-dev libarchive-dev, then cmake --preset student");
  }
  // The probe's programs too: whatever else is graded, isolation is proven first.
  build(tree, "building the grader", {"kit-grade", "linear.graded", "linear.worker"});
  words.insert(words.begin(), {(tree.build() / "tools/kit/grader/kit-grade").string(), verb});
  become(std::move(words));
}

}  // namespace kit
