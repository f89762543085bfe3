// handout, pack, merge, export-similarity, grade: programs of their own, which a student's first
// start neither builds nor needs.
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "front/build.hpp"
#include "front/verbs.hpp"

namespace kit {

namespace {

Exit become(std::vector<std::string> words) {
  std::vector<char*> raw;
  for (std::string& word : words) raw.push_back(word.data());
  raw.push_back(nullptr);
  execv(raw[0], raw.data());
  throw Failure(Exit::fault, "cannot start " + words[0] + ": " + std::strerror(errno));
}

}  // namespace

Exit become_grading(const Tree& tree, const std::string& verb, std::vector<std::string> words) {
  build(tree, "building the grading tools", {"kit-grading"});
  words.insert(words.begin(), {(tree.build() / "tools/kit/grading/kit-grading").string(), verb});
  return become(std::move(words));
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
  return become(std::move(words));
}

}  // namespace kit
