#include <fmt/format.h>
#include <langinfo.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "front/json.hpp"
#include "front/verbs.hpp"
#include "front/watcher.hpp"
#include "runner/process.hpp"

namespace kit {
namespace {

enum class Health { good, wish, bad };  // wish: works without, better with

struct Finding {
  std::string what;
  Health health;
  std::string found, fix;
};

Finding finding(std::string what, bool ok, std::string found, std::string fix,
                Health otherwise = Health::bad) {
  return {std::move(what), ok ? Health::good : otherwise, std::move(found),
          ok ? "" : std::move(fix)};
}

Ended run_quietly(const std::vector<std::string>& arguments) {
  Command command;
  command.arguments = arguments;
  command.environment = {{"LC_ALL", "C"}};
  command.seconds = 30;
  return run(command);
}

std::string first_line(const std::vector<std::string>& arguments) {
  const Ended ended = run_quietly(arguments);
  return ended.ok() ? ended.output.substr(0, ended.output.find('\n')) : "";
}

/// The first major.minor in a text as one number that grows with the version: 12.2 → 1202.
int version(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    int major = 0, minor = 0;
    if (std::sscanf(text.c_str() + i, "%d.%d", &major, &minor) == 2) return major * 100 + minor;
  }
  return 0;
}

/// A value of the CMake cache; empty if it is not there or NOTFOUND.
std::string cached(const std::string& cache, const std::string& name) {
  for (const std::string& line : lines_of(cache)) {
    if (!line.starts_with(name + ":")) continue;
    const std::string value = line.substr(line.find('=') + 1);
    return value.ends_with("NOTFOUND") ? "" : value;
  }
  return "";
}

Finding compiler(const std::string& cache, const Tree& tree) {
  std::string program = cached(cache, "CMAKE_CXX_COMPILER");
  if (program.empty()) program = "c++";
  const std::string name = first_line({program, "--version"});
  const int needed = name.find("clang") == std::string::npos ? 1200 : 1400;
  const bool new_enough = version(name) >= needed;
  const fs::path source = tree.root / ".kit/doctor.cpp";
  write_file(source,
             "#include <span>\n#include <source_location>\nint main() { return "
             "std::span<int>{}.size(); }\n");
  const bool compiles = run_quietly({program, "-std=c++20", "-fsyntax-only", source}).ok();
  fs::remove(source);
  return finding("compiler", new_enough && compiles,
                 name.empty() ? program + " does not run" : name,
                 "needs g++ >= 12 or clang >= 14 with its C++20 library; "
                 "then remove build/ and start anew with CXX=g++-12 ./kit");
}

Finding package(const std::string& cache, const std::string& name, const std::string& variable,
                const std::string& apt) {
  const std::string folder = cached(cache, variable);
  return finding(name, !folder.empty(), folder.empty() ? "not installed: fetched" : folder,
                 "apt-get install " + apt + ", then remove build/", Health::wish);
}

Finding writable(const Tree& tree, const fs::path& folder) {
  const fs::path probe = tree.root / folder / ".doctor";
  bool ok = true;
  std::string found = "writable";
  try {
    write_file(probe, "x");
    fs::remove(probe);
  } catch (const std::exception& error) {
    ok = false;
    found = error.what();
  }
  return finding(folder.string() + "/", ok, found,
                 "make it yours: chown -R $USER " + folder.string());
}

/// A file written now must bear the time that it is now, or ninja builds too much or too little.
Finding clock_and_disk(const Tree& tree) {
  const fs::path probe = tree.root / ".kit/doctor";
  write_file(probe, "x");
  struct stat seen = {};
  stat(probe.c_str(), &seen);
  fs::remove(probe);
  const double now =
      std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  const double apart = std::abs(now - static_cast<double>(seen.st_mtime));
  return finding("clock", apart < 3,
                 fmt::format("the disk's and the machine's are {:.0f} s apart", apart),
                 "set the clock of the machine that holds this folder");
}

Finding watching(const Tree& tree) {
  const fs::path folder = tree.root / ".kit/doctor.d";
  fs::create_directories(folder);
  Watcher watcher({folder / "probe"});
  write_file(folder / "probe", "x");
  const bool events = watcher.wait(std::chrono::milliseconds(300));
  const bool seen = !watcher.changed().empty();
  fs::remove_all(folder);
  return finding(
      "file watching", seen && events,
      events ? "saves are seen at once" : "no events here: the loop looks twice a second",
      "nothing to do; on a network folder a save is seen up to 0.5 s later", Health::wish);
}

}  // namespace

Exit doctor(const Tree& tree, bool json) {
  const std::string cache = read_file(tree.build() / "CMakeCache.txt");
  std::vector<Finding> all;
  all.push_back(compiler(cache, tree));
  const std::string cmake = first_line({"cmake", "--version"}),
                    ninja = first_line({"ninja", "--version"});
  all.push_back(finding("cmake", version(cmake) >= 325, cmake.empty() ? "missing" : cmake,
                        "needs 3.25: apt-get install cmake"));
  all.push_back(finding("ninja", !ninja.empty(), ninja.empty() ? "missing" : ninja,
                        "apt-get install ninja-build"));
  all.push_back(package(cache, "Catch2", "Catch2_DIR", "catch2"));
  all.push_back(package(cache, "fmt", "fmt_DIR", "libfmt-dev"));
  all.push_back(package(cache, "Eigen", "Eigen3_DIR", "libeigen3-dev"));
  all.push_back(package(cache, "CLI11", "CLI11_DIR", "libcli11-dev"));
  all.push_back(package(cache, "nlohmann-json", "nlohmann_json_DIR", "nlohmann-json3-dev"));
  const std::string openmp = cached(cache, "OpenMP_CXX_FLAGS");
  all.push_back(finding(
      "OpenMP", !openmp.empty(), openmp.empty() ? "missing" : openmp,
      "comes with g++; for clang: apt-get install libomp-dev. Chapter 10 needs it", Health::wish));
  const std::string mold = cached(cache, "KIT_MOLD"), lld = cached(cache, "KIT_LLD");
  all.push_back(finding("linker", !mold.empty() || !lld.empty(),
                        !mold.empty()  ? mold
                        : !lld.empty() ? lld
                                       : "the system's",
                        "apt-get install mold, then remove build/: verdicts come sooner",
                        Health::wish));
  const std::string clang = first_line({"clang++", "--version"});
  all.push_back(
      finding("clang++", !clang.empty(), clang.empty() ? "missing" : clang,
              "apt-get install clang libclang-rt-dev libomp-dev: then `./kit test --deep` "
              "sees data races",
              Health::wish));
  const std::string git = first_line({"git", "--version"});
  const bool clone = !first_line({"git", "-C", tree.root.string(), "rev-parse", "HEAD"}).empty();
  all.push_back(finding("git", !git.empty() && clone,
                        git.empty() ? "missing"
                        : clone     ? git
                                    : git + ", but this folder is no clone",
                        "your files have no history; `./kit reset` keeps backups all the same",
                        Health::wish));
  for (const char* folder : {"exercises", "build", ".kit"}) all.push_back(writable(tree, folder));
  const auto space = fs::space(tree.root);
  all.push_back(finding("disk", space.available > (std::uintmax_t{1} << 30),
                        fmt::format("{} MB free", space.available >> 20),
                        "the kit needs about 2 GB in build/"));
  all.push_back(clock_and_disk(tree));
  all.push_back(watching(tree));
  std::setlocale(LC_ALL, "");
  const std::string codeset = nl_langinfo(CODESET);
  all.push_back(finding("locale", codeset == "UTF-8", codeset,
                        "export LANG=C.UTF-8, or √ and 残差 may look wrong", Health::wish));
  const char* const term = std::getenv("TERM");
  const bool terminal = is_terminal(STDIN_FILENO) && is_terminal(STDOUT_FILENO);
  all.push_back(finding("terminal", terminal && term != nullptr && std::string(term) != "dumb",
                        !terminal         ? "none: the loop works without keys"
                        : term == nullptr ? "TERM is not set"
                                          : term,
                        "start ./kit in a terminal to have its keys", Health::wish));
  const std::string cores = std::to_string(std::thread::hardware_concurrency());
  all.push_back(finding("cores", true, cores, ""));

  bool well = true;
  std::vector<Json> document;
  const Colour& c = colour();
  for (const Finding& one : all) {
    well = well && one.health != Health::bad;
    document.push_back(Json{{"what", one.what},
                            {"health", one.health == Health::good   ? "good"
                                       : one.health == Health::wish ? "wish"
                                                                    : "bad"},
                            {"found", one.found},
                            {"fix", one.fix}});
    if (json) continue;
    const std::string_view paint = one.health == Health::good   ? c.green
                                   : one.health == Health::wish ? c.yellow
                                                                : c.red;
    const std::string_view mark = one.health == Health::good   ? "✓"
                                  : one.health == Health::wish ? "·"
                                                               : "✗";
    fmt::print("{}{}{} {:<14} {}\n", paint, mark, c.reset, one.what, one.found);
    if (!one.fix.empty()) fmt::print("{}", wrapped(one.fix, text_width(), "                 "));
  }
  if (json) {
    fmt::print("{}\n", Json(document).text());
  } else {
    fmt::print("\n{}\n",
               well ? "All that is needed is here." : "Mend what is marked ✗, and start again.");
  }
  return well ? Exit::done : Exit::not_so;
}

}  // namespace kit
