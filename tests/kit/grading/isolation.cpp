// The sandbox: proved where it works, and machines that cannot isolate.
#include <unistd.h>

#include "grading/grader.hpp"

namespace kit::tests {
namespace {

const Slow proof("doctor --grading tries to break out, and cannot", [] {
  const Ended ended = run_grader({"doctor", "--grading"});
  expect(ended.exit_code == 0, ended.output);
  expect_says(ended.output, "denied: to read the kit\n");
  expect_says(ended.output, "denied: to run other programs\n");
  expect(ended.output.find("possible") == std::string::npos, ended.output);
});

const Slow control("the probe of doctor --grading finds what is possible without a sandbox", [] {
  const Folder folder;
  fs::permissions(folder.path, fs::perms(0755));
  const fs::path source = folder.path / "linear.cpp", object = folder.path / "part.so";
  write(source, "#define KIT_ROOT \"/usr\"\n#define KIT_HIDDEN \"/usr/bin/env\"\n" +
                    read(checkout / "tests/attacks/probe.cpp"));
  Command command;
  command.arguments = {"c++",
                       "-std=c++20",
                       "-shared",
                       "-fPIC",
                       "-I",
                       KIT_BUILT "/include/linear",
                       "-I",
                       KIT_BUILT "/include/common-root",
                       source.string(),
                       "-o",
                       object.string()};
  const Ended compiled = run(command);
  if (!compiled.ok()) return expect(false, compiled.output);
  // Never as root, who could do harm.
  fs::copy_file(KIT_BUILT "/grading/linear.graded", folder.path / "linear.graded");
  command.arguments = {"setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"};
  if (geteuid() != 0) command.arguments.clear();
  for (const fs::path& word : {folder.path / "linear.graded", fs::path("--part"), object}) {
    command.arguments.push_back(word.string());
  }
  const std::string output = run(command).output;
  for (const char* what : {"read /etc", "see other processes", "use the network", "start processes",
                           "include files of this machine"}) {
    expect_says(output, std::string("possible: to ") + what);
  }
  for (const char* made : {"/tmp/x", "/dev/shm/x"}) fs::remove(made);
});

const Slow no_bwrap("grading refuses to run without bubblewrap", [] {
  const Folder folder;
  for (const char* program :
       {"sh", "cp", "env", "setpriv", "prlimit", "sha256sum", "c++", "ninja", "cmake"}) {
    if (fs::exists(fs::path("/usr/bin") / program)) {
      fs::create_symlink(fs::path("/usr/bin") / program, folder.path / program);
    }
  }
  write(folder.path / "in/linear.cpp", "int x;");
  const Ended ended = run_grader({"grade", (folder.path / "in").string(), "--out",
                                  (folder.path / "out").string(), "--exercises", "linear"},
                                 {{"PATH", folder.path.string()}, {"KIT_NO_BUILD", "1"}});
  expect(ended.exit_code == 4, "the exit code is " + std::to_string(ended.exit_code));
  expect_says(ended.output, "bubblewrap (bwrap) is not in PATH");
  expect_says(ended.output, "apt-get install bubblewrap");
  expect(!fs::exists(folder.path / "out"), "there is a result all the same");
});

const Slow by_uid("isolation by another user refuses a kit that is open to all", [] {
  const Folder folder;
  write(folder.path / "in/linear.cpp", "int x;");
  const Ended ended = grade(folder.path / "in", folder.path / "out",
                            {"--isolation", "uid", "--exercises", "linear"});
  if (geteuid() != 0) {
    expect(ended.exit_code == 2, ended.output);
    return expect_says(ended.output, "you are not root");
  }
  if (ended.exit_code == 0) skip("this checkout is closed to others");
  expect(ended.exit_code == 4, ended.output);
  expect_says(ended.output, "tests/hidden is open to all");
});

}  // namespace
}  // namespace kit::tests
