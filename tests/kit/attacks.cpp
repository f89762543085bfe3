// What grading must withstand: tests/attacks/*.cpp, each handed in as somebody's linear, archives
// that are traps, and machines that cannot isolate. And what it must do for honest people: full
// marks for the model's solutions, none for wrong versions, and their names.
//
// KIT_ATTACK_EXERCISES=all (or exercises and chapters) chooses those of the latter; a few without
// it. KIT_ATTACK_ISOLATION=uid grades them without bubblewrap. KIT_ATTACKS_QUICK=1 leaves all of it
// out but the archives and a few attacks, for `kit verify`.
#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "front/kit.hpp"
#include "harness.hpp"
#include "runner/record.hpp"

namespace kit::tests {
namespace {

using json = nlohmann::json;

constexpr const char* seed = "9182736455463728190";
const fs::path checkout = KIT_CHECKOUT;
const fs::path grader = fs::path(KIT_BUILT) / "tools/kit/grader/kit-grade";

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void write(const fs::path& file, std::string_view text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

/// True if a process whose command line has these words is still there after a few seconds.
bool stays(const std::string& words) {
  const auto any_says = [&] {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc", error)) {
      if (!std::isdigit(entry.path().filename().string()[0])) continue;
      if (read(entry.path() / "cmdline").find(words) != std::string::npos) return true;
    }
    return false;
  };
  for (int i = 0; i < 500; ++i) {
    if (!any_says()) return false;
    usleep(10'000);
  }
  return true;
}

const bool quick = std::getenv("KIT_ATTACKS_QUICK") != nullptr;
struct Slow {
  Slow(std::string name, std::function<void()> body) {
    if (!quick) Case(std::move(name), std::move(body));
  }
};

Ended run_grader(const std::vector<std::string>& line,
                 const std::vector<std::pair<std::string, std::string>>& environment = {}) {
  Command command;
  command.arguments = {grader.string()};
  command.arguments.insert(command.arguments.end(), line.begin(), line.end());
  command.folder = checkout;
  command.environment = environment;
  if (quick) command.environment.emplace_back("KIT_NO_BUILD", "1");  // ninja may be at work
  command.kept_output = 4 << 20;
  return run(command);
}

/// In a verify, a machine that has no bubblewrap, or does not let it work, is no fault of the kit.
void skip_without_sandbox() {
  static const Ended doctor = run_grader({"doctor", "--grading"});
  if (quick && doctor.exit_code == Exit::infrastructure) {
    skip("nothing can be isolated here: " + doctor.output.substr(0, doctor.output.find('\n')));
  }
}

Ended grade(const fs::path& submission, const fs::path& out, std::vector<std::string> line = {}) {
  line.insert(line.begin(), {"grade", submission.string(), "--out", out.string(), "--seed", seed});
  return run_grader(line);
}

json result_in(const fs::path& out) {
  const json result = json::parse(read(out / "result.json"), nullptr, false);
  if (!result.is_object()) throw std::runtime_error("there is no result in " + out.string());
  return result;
}

std::map<std::string, std::string> head_of(const fs::path& file) {
  std::map<std::string, std::string> head;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line) && line.starts_with("// ");) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) head[line.substr(3, colon - 3)] = line.substr(colon + 2);
  }
  return head;
}

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
}

// ---- hostile submissions ------------------------------------------------------------------------

std::vector<fs::path> attacks() {
  std::vector<fs::path> all;
  if (quick) {
    for (const char* name : {"includes_hidden_tests", "prints_a_pass_and_exits",
                             "reads_the_environment", "writes_into_the_tests_inputs"}) {
      all.push_back(checkout / "tests/attacks" / (std::string(name) + ".cpp"));
    }
    return all;
  }
  for (const auto& entry : fs::directory_iterator(checkout / "tests/attacks")) {
    if (entry.path().stem() != "probe") all.push_back(entry.path());
  }
  std::ranges::sort(all);
  return all;
}

/// All of them, graded as one class, once; the grader must come to its end.
struct Class {
  Class() {
    skip_without_sandbox();
    for (const fs::path& attack : attacks()) {
      std::string text = read(attack);
      replace_all(text, "@ROOT@", checkout.string());
      replace_all(text, "@OUT@", (folder.path / "out" / attack.stem()).string());
      write(folder.path / "in" / attack.stem() / "exercises/01_numbers/linear.cpp", text);
    }
    fs::create_directory(stages());
    for (const fs::path& open : {folder.path, stages()}) fs::permissions(open, fs::perms(0711));
    ended =
        run_grader({"grade", (folder.path / "in").string(), "--out", (folder.path / "out").string(),
                    "--seed", seed, "--shard-count", "1", "--exercises", "linear", "--force"},
                   {{"TMPDIR", stages().string()}});
  }
  fs::path stages() const { return folder.path / "stages"; }
  Folder folder;
  Ended ended;
};
const Class& graded_class() {
  static const Class all;
  return all;
}

/// Text of a student's that goes into reports: nothing of the hidden tests, nothing that acts.
void expect_harmless(const std::string& text) {
  static const std::vector<std::string> secrets = [] {
    std::vector<std::string> lines = {seed};
    std::istringstream in(read(checkout / "tests/hidden/01_numbers/linear.cpp"));
    for (std::string line; std::getline(in, line);) {
      const std::size_t first = line.find_first_not_of(' ');
      if (first != std::string::npos && line.size() > first + 20 && line[0] != '#') {
        lines.push_back(line.substr(first));
      }
      const std::size_t quote = line.find('"');
      if (line.starts_with("TEST_CASE")) {
        lines.push_back(line.substr(quote + 1, line.find('"', quote + 1) - quote - 1));
      }
    }
    return lines;
  }();
  for (const std::string& secret : secrets) {
    expect(text.find(secret) == std::string::npos, "the report tells a secret: " + secret);
  }
  const bool acts = std::ranges::any_of(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t'; });
  expect(!acts, "the report has control characters: " + json(text).dump());
  expect(text.size() <= 4000, "the report is " + std::to_string(text.size()) + " bytes long");
}

struct Attacks {
  Attacks() {
    for (const fs::path& file : attacks()) {
      const std::string name = file.stem().string();
      Case("attack " + name, [file, name] {
        auto head = head_of(file);
        const json result = result_in(graded_class().folder.path / "out" / name);
        const json& one = result.at("exercises").at(0);
        const std::string verdict = one["verdict"], message = one["message"], log = one["log"];
        expect(result["points"] == 0, "it gets points");
        std::istringstream verdicts(head["Verdict"]);
        const std::vector<std::string> allowed{std::istream_iterator<std::string>(verdicts), {}};
        expect(std::ranges::count(allowed, verdict) == 1,
               "the verdict is " + verdict + ", not " + head["Verdict"] + ": " + message + log);
        expect_says(message, head["Says"]);
        expect_says(log, head["Prints"]);
        expect_harmless(message);
        expect_harmless(log);
      });
    }
  }
} all_attacks;

const Case after_attacks("attacks leave the grader alive and nothing behind", [] {
  const Class& all = graded_class();
  expect(all.ended.exit_code == 0,
         "the grader ended with " + std::to_string(all.ended.exit_code) + ": " + all.ended.output);
  expect_says(all.ended.output,
              std::to_string(attacks().size()) + " submissions: 0 malformed, 0 not graded");
  expect(all.ended.output.find("::") == std::string::npos, "the grader prints students' text");
  expect(!stays(all.stages().string()), "processes are left");
  expect(fs::is_empty(all.stages()), "a sandbox is left");
  for (const auto& entry : fs::directory_iterator(all.folder.path / "out")) {
    expect(entry.path().string().find(".tmp.") == std::string::npos, "a half result is left");
    std::set<std::string> names;
    for (const auto& file : fs::directory_iterator(entry.path())) {
      names.insert(file.path().filename().string());
    }
    expect(names == std::set<std::string>{"DONE", "log", "result.json"},
           "somebody else's files are in " + entry.path().string());
  }
  expect(quick || attacks().size() >= 25, "there are fewer than 25");
});

// ---- isolation ----------------------------------------------------------------------------------

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

// ---- archives and folders -----------------------------------------------------------------------

struct Entry {
  std::string name, text;
  std::string link = {};  // where it leads, if it is one
};

void write_zip(const fs::path& file, const std::vector<Entry>& entries) {
  archive* const zip = archive_write_new();
  archive_write_set_format_zip(zip);
  archive_write_open_filename(zip, file.c_str());
  for (const Entry& one : entries) {
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, one.name.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_filetype(entry, one.link.empty() ? AE_IFREG : AE_IFLNK);
    if (!one.link.empty()) archive_entry_set_symlink(entry, one.link.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(one.text.size()));
    archive_write_header(zip, entry);
    archive_write_data(zip, one.text.data(), one.text.size());
    archive_entry_free(entry);
  }
  archive_write_close(zip);
  archive_write_free(zip);
}

const char* const place = "exercises/01_numbers/linear.cpp";

void expect_archive(const std::vector<Entry>& entries, int exit_code, const std::string& verdict,
                    const std::string& words) {
  const Folder folder;
  write_zip(folder.path / "s.zip", entries);
  const auto start = std::chrono::steady_clock::now();
  const Ended ended = grade(folder.path / "s.zip", folder.path / "out", {"--exercises", "linear"});
  expect(ended.exit_code == exit_code,
         "the exit code is " + std::to_string(ended.exit_code) + ": " + ended.output);
  expect(std::chrono::steady_clock::now() - start < std::chrono::seconds(30), "it takes too long");
  const json result = result_in(folder.path / "out");
  expect(result["points"] == 0, "it gets points");
  expect(result["exercises"][0]["verdict"] == verdict,
         "the verdict is " + result["exercises"][0]["verdict"].dump());
  expect_says(
      result["malformed"].get<std::string>() + result["exercises"][0]["message"].get<std::string>(),
      words);
  expect(!fs::exists(folder.path / "x") && !fs::exists("/tmp/kit-attacks-x"), "a file got out");
}

const std::string model_linear = read(checkout / "solutions/01_numbers/linear.cpp");

const Case zip_link("an archive's link is not followed", [] {
  expect_archive({{place, "", "../../../../../etc/shadow"}}, 0, "refused", "a link");
  expect_archive({{place, "", "/etc/passwd"}}, 0, "refused", "a link");
});
const Case zip_up("an archive that leads out of itself is refused", [] {
  expect_archive({{"../x", "x"}, {place, model_linear}}, 3, "missing", "leads out of it: ../x");
  expect_archive({{"a/../../x", "x"}, {place, model_linear}}, 3, "missing", "leads out of it");
  expect_archive({{"/tmp/kit-attacks-x", "x"}, {place, model_linear}}, 3, "missing", "leads out");
});
const Case zip_bomb("an archive that unpacks to a gigabyte is not unpacked", [] {
  const std::string zeros(std::size_t{64} << 20, ' ');
  expect_archive({{"build/core", zeros}, {"a/b", zeros}, {place, zeros}}, 0, "refused",
                 "larger than 1 MB");
});
const Case zip_names("an archive's names may be anything", [] {
  const std::string longest = std::string(60'000, 'n');
  expect_archive({{longest, "x"}, {"\x1b[2J\xff", "x"}, {"::error::x", "x"}}, 3, "missing",
                 "no exercise's file is in it");
});
const Case zip_twice("a file that stands twice in an archive is not taken", [] {
  expect_archive({{place, "int a;"}, {place, model_linear}}, 0, "refused", "twice");
});
const Case no_zip("what is no archive is said to be none", [] {
  const Folder folder;
  write(folder.path / "s.zip", "PK\x03\x04 and then nothing that makes sense");
  const Ended ended = grade(folder.path / "s.zip", folder.path / "out", {"--exercises", "linear"});
  expect(ended.exit_code == 3, ended.output);
  expect_says(result_in(folder.path / "out")["malformed"].get<std::string>(), "zip archive");
});

const Case links("links, pipes and folders in a submission are not read", [] {
  const Folder folder;
  const fs::path in = folder.path / "in";
  fs::create_directories(in / "s1/exercises/01_numbers");
  fs::create_symlink("/etc/passwd", in / "s1" / place);
  fs::create_directories(in / "s2/exercises");
  fs::create_directory_symlink(checkout / "solutions/01_numbers", in / "s2/exercises/01_numbers");
  fs::create_directories(in / "s3/exercises/01_numbers");
  mkfifo((in / "s3" / place).c_str(), 0644);
  fs::create_directories(in / "s4" / place);
  fs::create_directory_symlink(checkout / "solutions", in / "s5");
  write(in / "s6" / place, std::string(2 << 20, ' '));
  const Ended ended =
      grade(in, folder.path / "out", {"--shard-count", "1", "--exercises", "linear"});
  expect(ended.exit_code == 0, ended.output);
  for (const char* name : {"s1", "s2", "s3", "s4", "s6"}) {
    const json result = result_in(folder.path / "out" / name);
    expect(result["points"] == 0 && result["exercises"][0]["verdict"] == "refused",
           std::string(name) + ": " + result["exercises"][0].dump());
  }
  expect(!fs::exists(folder.path / "out/s5"), "a link to a folder is a submission");
});

// ---- the command --------------------------------------------------------------------------------

const Case refusals("grade refuses what makes no sense, in a sentence", [] {
  const Folder folder;
  write(folder.path / "in/linear.cpp", "int x;");
  write(folder.path / "mine/thesis.tex", "x");
  const std::string in = (folder.path / "in").string(), out = (folder.path / "out").string();
  const auto expect_usage = [](const Ended& ended, const std::string& sentence) {
    expect(ended.exit_code == 2,
           "the exit code is " + std::to_string(ended.exit_code) + ": " + ended.output);
    expect_says(ended.output, sentence);
  };
  expect_usage(grade(folder.path / "none", out), "there is no submission");
  expect_usage(grade(in, folder.path / "mine"), "is no result of kit grade");
  expect(read(folder.path / "mine/thesis.tex") == "x", "a file is gone");
  expect_usage(grade(in, out, {"--exercises", "liner"}), "do you mean linear?");
  expect_usage(grade(in, out, {"--shard-count", "2"}), "--shard-index");
  expect_usage(grade(in, out, {"--shard-count", "2", "--shard-index", "2"}), "counted from 0 to 1");
  expect_usage(grade(in, out, {"--seed", "abc"}), "seed");
  expect(!fs::exists(out), "there is a result all the same");
});

const Case untouched("stubs that nobody touched cost nothing", [] {
  const Folder folder;
  for (const auto& entry : fs::recursive_directory_iterator(checkout / ".kit/stubs")) {
    if (entry.is_regular_file()) {
      write(folder.path / "in/exercises" / entry.path().lexically_relative(checkout / ".kit/stubs"),
            read(entry.path()));
    }
  }
  const auto start = std::chrono::steady_clock::now();
  const Ended ended = grade(folder.path / "in", folder.path / "out");
  expect(std::chrono::steady_clock::now() - start < std::chrono::seconds(5), "it takes too long");
  expect(ended.exit_code == 0, ended.output);
  const json result = result_in(folder.path / "out");
  for (const json& one : result["exercises"]) {
    expect(one["verdict"] == "not_started" && one["points"] == 0, one.dump());
  }
});

const Case help("grade's help and a wrong word need nothing built", [] {
  Command kit;
  kit.arguments = {KIT_BUILT "/tools/kit/kit", "grade", "--help"};
  kit.folder = checkout;
  kit.environment = {{"PATH", "/nonexistent"}};
  const Ended asked = run(kit);
  expect(asked.exit_code == 0, asked.output);
  expect_says(asked.output, "--shard-count");
  kit.arguments.back() = "--shrad-count=2";
  expect(run(kit).exit_code == 2, "a wrong word is no usage error");
});

/// Where a session keeps what it knows.
fs::path session_folder(const std::string& session, const json& result) {
  Command hash;
  const std::string version = result["versions"]["kit"];
  hash.arguments = {"sh", "-c", "printf %s \"$0\" | sha256sum", session + " " + version};
  return checkout / ".kit/grading" / run(hash).output.substr(0, 16);
}

const Slow hung_once("that the kit's own solution hung once is not held against anybody", [] {
  const Folder folder;
  write(folder.path / "in" / place, model_linear);
  const std::vector<std::string> line = {"--exercises", "linear", "--force"};
  expect(grade(folder.path / "in", folder.path / "out", line).exit_code == 0, "it fails");
  const fs::path kept =
      session_folder(seed, result_in(folder.path / "out")) / "records/linear/model.visible";
  const std::string record = read(kept);
  expect(!record.empty(), "there is no record " + kept.string());
  write(kept, R"({"check": "a/0/1", "verb": "hung", "got": "still running", "ok": false})");
  const Ended ended = grade(folder.path / "in", folder.path / "out", line);
  expect(ended.exit_code == 0 && result_in(folder.path / "out")["points"] == 1, ended.output);
  expect(read(kept).find("hung") == std::string::npos, "the record is still there");
});

const Slow again("the same inputs again do nothing; another file is judged anew", [] {
  const Folder folder;
  write(folder.path / "in" / place, model_linear);
  const fs::path out = folder.path / "out";
  const std::vector<std::string> only = {"--exercises", "linear"};
  expect(grade(folder.path / "in", out, only).exit_code == 0, "it fails");
  const json first = result_in(out);
  expect(first["points"] == 1 && first["max_points"] == 1, first.dump());
  expect(first["seed"] == seed && first["isolation"] == "bwrap", first.dump());
  struct stat before = {}, after = {};
  stat((out / "result.json").c_str(), &before);
  expect(grade(folder.path / "in", out, only).exit_code == 0, "it fails the second time");
  stat((out / "result.json").c_str(), &after);
  expect(before.st_ino == after.st_ino, "the result was written again");
  write(folder.path / "in" / place, "int x;");
  expect(grade(folder.path / "in", out, only).exit_code == 0, "it fails the third time");
  expect(result_in(out)["points"] == 0, "a change is not seen");
  expect(result_in(out)["exercises"][0]["verdict"] == "does_not_compile", "not compiled anew");
});

// ---- honest people ------------------------------------------------------------------------------

std::set<std::string> chosen() {
  const char* const named = std::getenv("KIT_ATTACK_EXERCISES");
  std::istringstream in(named == nullptr ? "linear sublayer kv_cache" : named);
  return {std::istream_iterator<std::string>(in), {}};
}

const Slow same_names(
    "what compiles in practice compiles here: names that a file does not include", [] {
      const Folder folder;
      std::string text = read(checkout / "solutions/01_numbers/linear.cpp");
      const std::string include = "#include \"common/check.hpp\"\n";
      expect(text.find(include) != std::string::npos, "the solution includes something else");
      replace_all(text, include, "");
      write(folder.path / "in" / place, text);
      const Ended ended = grade(folder.path / "in", folder.path / "out", {"--exercises", "linear"});
      expect(ended.exit_code == 0, ended.output);
      const json one = result_in(folder.path / "out")["exercises"][0];
      expect(one["verdict"] == "passes", one.dump());
    });

struct Honest {
  Honest() {
    std::vector<fs::path> solutions;
    for (const auto& chapter : fs::directory_iterator(checkout / "solutions")) {
      for (const auto& file : fs::directory_iterator(chapter)) {
        const std::string name = file.path().stem().string();
        const fs::path wrong = checkout / "tests/wrong" / chapter.path().filename() / name;
        const bool wanted = chosen().contains(name) || chosen().contains("all") ||
                            chosen().contains(chapter.path().filename().string());
        if (file.path().extension() == ".cpp" && wanted && fs::exists(wrong)) {
          solutions.push_back(file.path());
        }
      }
    }
    std::ranges::sort(solutions);
    for (const fs::path& solution : solutions) {
      const std::string name = solution.stem().string();
      Slow("grading the model and the wrong versions of " + name, [solution, name] {
        const Folder folder;
        const fs::path chapter = solution.parent_path().filename();
        const fs::path file = "exercises" / chapter / (name + ".cpp");
        write(folder.path / "in/model" / file, read(solution));
        for (const auto& wrong :
             fs::directory_iterator(checkout / "tests/wrong" / chapter / name)) {
          if (head_lines(wrong.path())["Kind"] == "race") continue;
          write(folder.path / "in" / ("wrong-" + wrong.path().stem().string()) / file,
                read(wrong.path()));
        }
        const char* const isolation = std::getenv("KIT_ATTACK_ISOLATION");
        const Ended ended = grade(folder.path / "in", folder.path / "out",
                                  {"--shard-count", "1", "--exercises", name, "--force",
                                   "--isolation", isolation == nullptr ? "bwrap" : isolation});
        expect(ended.exit_code == 0, ended.output);
        for (const auto& entry : fs::directory_iterator(folder.path / "out")) {
          const std::string who = entry.path().filename().string();
          const json one = result_in(entry.path())["exercises"][0];
          if (who == "model") {
            expect(one["points"] == one["max_points"], "the model's solution: " + one.dump());
            continue;
          }
          expect(one["points"] == 0, who + " gets points");
          expect(one["diagnosis"].size() == 1 &&
                     "wrong-" + one["diagnosis"][0]["version"].get<std::string>() == who &&
                     one["diagnosis"][0]["exact"] == true,
                 who + " is named " + one["diagnosis"].dump() + ": " + one["message"].dump());
        }
      });
    }
  }
} honest;

// ---- a grader that is killed --------------------------------------------------------------------

/// Ten people, each with another file of each of three exercises.
constexpr int n_people = 10;
void write_class(const fs::path& folder) {
  for (const char* name :
       {"01_numbers/linear", "01_numbers/softmax", "02_normalization/rms_norm"}) {
    std::vector<fs::path> versions = {checkout / "solutions" / (std::string(name) + ".cpp")};
    for (const auto& entry : fs::directory_iterator(checkout / "tests/wrong" / name)) {
      versions.push_back(entry.path());
    }
    std::ranges::sort(versions);
    for (std::size_t i = 0; i < n_people; ++i) {
      write(folder / ("p" + std::to_string(i)) / "exercises" / (std::string(name) + ".cpp"),
            read(versions[i % versions.size()]));
    }
  }
}

/// The results in a folder, without what depends on the clock; those that are half written are bad.
std::map<std::string, json> results_in(const fs::path& out) {
  std::map<std::string, json> all;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(out, none)) {
    const std::string name = entry.path().filename().string();
    if (name.find(".tmp.") != std::string::npos) continue;
    expect(fs::exists(entry.path() / "DONE"), name + " is half a result");
    json result = result_in(entry.path());
    result.erase("seconds");
    for (json& one : result["exercises"]) {
      for (const char* key : {"seconds", "cached", "retried"}) one.erase(key);
    }
    all[name] = result;
  }
  return all;
}

/// Starts the grader in a process group of its own and kills the group after that time. Returns
/// true if it had come to its end by then.
bool ends_before(double seconds, const std::vector<std::string>& line) {
  std::vector<const char*> arguments = {grader.c_str()};
  for (const std::string& word : line) arguments.push_back(word.c_str());
  arguments.push_back(nullptr);
  const pid_t grader_pid = fork();
  if (grader_pid == 0) {
    setpgid(0, 0);
    if (chdir(checkout.c_str()) != 0) _exit(127);
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    execv(arguments[0], const_cast<char**>(arguments.data()));
    _exit(127);
  }
  setpgid(grader_pid, grader_pid);
  int status = 0;
  for (double waited = 0; waited < seconds; waited += 0.01) {
    if (waitpid(grader_pid, &status, WNOHANG) == grader_pid) {
      expect(WIFEXITED(status) && WEXITSTATUS(status) == 0,
             "the grader ended with " + std::to_string(status));
      return true;
    }
    usleep(10'000);
  }
  kill(-grader_pid, SIGKILL);
  waitpid(grader_pid, &status, 0);
  const std::string stage = "/quarter-turn-" + std::to_string(grader_pid) + "-";
  expect(!stays(stage), "what it started runs on");
  return false;
}

const Slow killed("a grader that is killed 20 times ends with an undisturbed one's results", [] {
  const Folder folder;
  const fs::path in = folder.path / "in", calm = folder.path / "calm", out = folder.path / "out";
  write_class(in);
  std::random_device dice;
  std::uniform_real_distribution<double> share(0, 1);
  for (int kills = 0; kills < 20;) {
    const std::string session = std::to_string(dice());
    const auto line = [&](const fs::path& where) -> std::vector<std::string> {
      return {"grade", in.string(),     "--out", where.string(), "--seed",
              session, "--shard-count", "1",     "--exercises",  "linear,softmax,rms_norm"};
    };
    const Ended undisturbed = run_grader(line(calm));
    if (undisturbed.exit_code != 0) return expect(false, undisturbed.output);
    const auto wanted = results_in(calm);
    expect(wanted.size() == n_people, "not everybody has a result");
    // What it has kept of this session would answer for the other.
    const fs::path kept = session_folder(session, result_in(calm / "p0"));
    expect(fs::remove_all(kept) > 0, kept.string() + " is not the session's folder");

    for (bool ended = false; !ended;) {
      const auto before = results_in(out);
      const double wait = kills < 20 ? share(dice) * undisturbed.seconds / 10 : 1e9;
      ended = ends_before(wait, line(out));
      kills += !ended;
      const auto after = results_in(out);
      for (const auto& [name, result] : before) {
        expect(after.contains(name) && after.at(name) == result, name + "'s result is lost");
      }
    }
    expect(results_in(out) == wanted, "other results than without a disturbance");
    fs::remove_all(out);
    fs::remove_all(calm);
    fs::remove_all(kept);
  }
});

}  // namespace
}  // namespace kit::tests
