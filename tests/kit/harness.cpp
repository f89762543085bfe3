// kit-tests [PART OF A NAME]
//
// Runs the tools' tests, two at a time, and prints a line for each: `ok NAME`, `FAILED NAME: WHY`
// or `skipped NAME: WHY`; then `N passed, N failed, N skipped`.
#include "harness.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <sstream>
#include <thread>

namespace kit::tests {
namespace {

struct Named {
  std::string name;
  std::function<void()> body;
};
std::vector<Named>& cases() {
  static std::vector<Named> all;
  return all;
}

struct Skipped {
  std::string why;
};
thread_local std::string* failures = nullptr;

const fs::path checkout = KIT_CHECKOUT;
const fs::path built = KIT_BUILT;

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

Case::Case(std::string name, std::function<void()> body) {
  cases().push_back({std::move(name), std::move(body)});
}

void expect(bool ok, const std::string& words) {
  if (!ok) *failures += "\n    " + words;
}

void expect_says(const std::string& text, std::string_view words) {
  expect(text.find(words) != std::string::npos,
         "does not say \"" + std::string(words) + "\" but:\n" + text);
}

void skip(const std::string& why) {
  throw Skipped{why};
}

const char* const stub = "exercises/02_normalization/rms_norm.cpp";
std::string solution() {
  return contents(checkout / "solutions/02_normalization/rms_norm.cpp");
}
std::string wrong(const std::string& version) {
  return contents(checkout / "tests/wrong/02_normalization/rms_norm" / (version + ".cpp"));
}

static fs::path new_folder() {
  std::string pattern = (fs::temp_directory_path() / "kit test XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  return fs::canonical(pattern);
}

Folder::Folder() : path(new_folder()) {}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

Checkout::Checkout() {
  fs::copy(checkout / "exercises", root() / "exercises", fs::copy_options::recursive);
  fs::copy(checkout / ".kit/stubs", root() / "exercises",
           fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  fs::copy(checkout / "kit", root() / "kit");
  for (const char* name : {"CMakeLists.txt", "CMakePresets.json", "checkpoints", "reference",
                           "solutions", "tests", "tools"}) {
    fs::create_symlink(checkout / name, root() / name);
  }
  // The decoder of this build speaks for the one that is built for speed.
  for (const fs::path build : {"build/student", "build/speed"}) {
    fs::create_directories(root() / build);
    for (const auto& entry : fs::directory_iterator(built)) {
      const std::string name = entry.path().filename();
      if (name != "mine" && name != "tried" && !name.starts_with("kit.stamp")) {
        fs::create_symlink(entry.path(), root() / build / name);
      }
    }
  }
  write("build/student/kit.stamp", root().string());
  write(".gitignore", "/build\n/.kit/\n");
  shell(
      "git init -q && git config user.name Student && git config user.email student@example.org"
      " && git add exercises && git commit -qm Stubs");
}

Ended Checkout::kit(const std::vector<std::string>& arguments) const {
  Command command;
  command.arguments = {root() / "build/student/tools/kit/kit"};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  command.folder = root();
  // What the tests need is built before they start, perhaps by a ninja that is still at work.
  command.environment = {{"KIT_NO_BUILD", "1"}, {"KIT_FROM", root().string()}};
  command.seconds = 120;
  return run(command);
}

Ended Checkout::kit_output(const std::vector<std::string>& arguments) const {
  std::string line = "build/student/tools/kit/kit";
  for (const std::string& argument : arguments) line += " '" + argument + "'";
  return shell("KIT_NO_BUILD=1 " + line + " 2>/dev/null");
}

Ended Checkout::shell(const std::string& command) const {
  Command sh;
  sh.arguments = {"sh", "-c", command};
  sh.folder = root();
  sh.seconds = 120;
  sh.kept_output = 1 << 20;
  return run(sh);
}

std::string Checkout::read(const fs::path& file) const {
  return contents(root() / file);
}

void Checkout::write(const fs::path& file, std::string_view text) const {
  fs::create_directories((root() / file).parent_path());
  std::ofstream(root() / file, std::ios::binary) << text;
}

}  // namespace kit::tests

int main(int argc, char** argv) {
  using namespace kit::tests;
  kit::end_with_children(1);
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  int passed = 0, failed = 0, skipped = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < cases().size();) {
      const Named& test = cases()[i];
      if (argc > 1 && test.name.find(argv[1]) == std::string::npos) continue;
      std::string why, missed;
      failures = &why;
      try {
        test.body();
      } catch (const Skipped& skip) {
        missed = skip.why;
      } catch (const std::exception& error) {
        why += std::string("\n    ") + error.what();
      }
      const std::lock_guard lock(mutex);
      if (!why.empty()) {
        ++failed;
        std::printf("FAILED %s:%s\n", test.name.c_str(), why.c_str());
      } else if (!missed.empty()) {
        ++skipped;
        std::printf("skipped %s: %s\n", test.name.c_str(), missed.c_str());
      } else {
        ++passed;
        std::printf("ok %s\n", test.name.c_str());
      }
      std::fflush(stdout);
    }
  };
  std::thread other(work);
  work();
  other.join();
  std::printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
  return failed == 0 ? 0 : 1;
}
