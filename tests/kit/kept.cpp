// What `kit verify` need not run again.
#include "front/kept.hpp"

#include <fstream>

#include "harness.hpp"

namespace kit::tests {
namespace {

const Case kept("verify: what passed is kept until a file, or how it is compiled, changes", [] {
  const Folder checkout;
  Tree tree;
  tree.root = checkout.path;
  const auto write = [&](const fs::path& file, const std::string& text) {
    fs::create_directories((checkout.path / file).parent_path());
    std::ofstream(checkout.path / file) << text;
  };
  write("solutions/linear.cpp", "one");
  write("build/student/CMakeCache.txt", "-O1");
  const auto find = [&] { return Kept(tree).find("tests").value_or("nothing"); };

  expect(find() == "nothing", "something is kept before anything ran");
  Kept(tree).keep("tests", "ok a\nok b\n");
  expect(find() == "ok a\nok b\n", "other words come back: " + find());
  expect(!Kept(tree).find("others"), "another run's words are found");
  write("build/student/records/linear.jsonl", "made");
  write(".kit/state", "made");
  expect(find() != "nothing", "what is made counts as a change");

  write("solutions/linear.cpp", "two!");
  expect(find() == "nothing", "a file that changed is not seen");
  Kept(tree).keep("tests", "ok a\n");
  write("tests/new.cpp", "");
  expect(find() == "nothing", "a new file is not seen");
  Kept(tree).keep("tests", "ok a\n");
  write("build/student/CMakeCache.txt", "-O3");
  expect(find() == "nothing", "other options of the compiler are not seen");

  const Kept before(tree);
  write("tests/new.cpp", "written while the tests ran");
  before.keep("tests", "ok a\n");
  expect(find() == "nothing", "what ran before a change stands for what is there now");
});

}  // namespace
}  // namespace kit::tests
