// The launcher, on machines that lack something: a PATH of its own stands in for them.
#include "harness.hpp"

namespace kit::tests {
namespace {

/// Runs ./kit with only these commands on the PATH, and what the test puts there as apt-get.
Ended bare(const Checkout& here, const std::string& commands, const std::string& apt_get,
           const std::string& arguments) {
  std::string line =
      "mkdir bin && for c in sh dirname readlink cat find mkdir rm mv tr grep awk df tail id "
      "touch env uname flock " +
      commands + "; do ln -s $(command -v $c) bin/$c; done; ";
  if (!apt_get.empty()) {
    line += "printf '#!/bin/sh\\n" + apt_get + "\\n' > bin/apt-get; chmod +x bin/apt-get; ";
  }
  return here.shell(line + "rm -rf build; PATH=$PWD/bin ./kit " + arguments + " </dev/null");
}

const Case nothing("launcher: without a compiler and without --yes it says what to do", [] {
  const Checkout here;
  const Ended ended = bare(here, "cmake ninja git", "exit 0", "list");
  expect(ended.exit_code == 4, "exit code " + std::to_string(ended.exit_code));
  expect_says(ended.output, "Missing on this machine: g++");
  expect_says(ended.output, "./kit --yes");
});

const Case install("launcher: --yes installs what is missing, after an update", [] {
  const Checkout here;
  const Ended ended = bare(here, "cmake ninja git mold",
                           "echo apt-get \"$@\" $DEBIAN_FRONTEND >> apt.log", "--yes list");
  expect_says(here.read("apt.log"), "apt-get update");
  expect_says(here.read("apt.log"),
              "apt-get install -y --no-install-recommends g++ noninteractive");
  expect_says(ended.output, "still missing: g++");
  expect(ended.exit_code == 4, "exit code " + std::to_string(ended.exit_code));
});

const Case elsewhere("launcher: where there is no apt-get it names what to install", [] {
  const Checkout here;
  const Ended ended = bare(here, "ninja git", "", "list");
  expect(ended.exit_code == 4, "exit code " + std::to_string(ended.exit_code));
  expect_says(ended.output, "g++ cmake");
});

const Case old("launcher: a compiler that is too old is named, with what is needed", [] {
  const Checkout here;
  here.write("old", "#!/bin/sh\necho '#define __GNUC__ 9'\n");
  const Ended ended = here.shell("chmod +x old; rm -rf build; CXX=$PWD/old ./kit list </dev/null");
  expect(ended.exit_code == 4, "exit code " + std::to_string(ended.exit_code));
  expect_says(ended.output, "is g++ 9; the kit is C++20 and needs g++ >= 12 or clang >= 14");
});

const Case no_fuzzer("fuzzing: where clang has no libFuzzer it says that it did not run", [] {
  const Checkout here;
  const Ended ended = here.shell(
      "mkdir -p bare/tests/fuzz && cp tests/fuzz/run.sh bare/tests/fuzz"
      " && bare/tests/fuzz/run.sh 1");
  expect(ended.exit_code == 0, ended.output);
  expect_says(ended.output, "fuzzing: not run: clang with libFuzzer is missing");
});

const Case again("launcher: a second start from another folder does nothing twice", [] {
  const Checkout here;
  const Ended ended = here.shell(
      "./kit list >first && mkdir bin 'an other' && for c in cmake ninja c++ g++ clang++; do "
      "printf '#!/bin/sh\necho %s \"$@\" >>\"%s/started\"\n' $c \"$PWD\" >bin/$c; done; "
      "chmod +x bin/*; export PATH=\"$PWD/bin:$PATH\"; cd 'an other' && ../kit list");
  expect(ended.exit_code == 0, ended.output);
  expect(ended.output.find("building") == std::string::npos, ended.output);
  expect(here.read("started") == "", "it starts:\n" + here.read("started"));
});

}  // namespace
}  // namespace kit::tests
