#include "grader/sandbox.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "front/build.hpp"
#include "grader/session.hpp"
#include "grader/submission.hpp"
#include "runner/process.hpp"
#include "runner/record.hpp"
#include "support/confine.hpp"

namespace kit {
namespace {

constexpr unsigned first_uid = 20000, most_slots = 1000;
constexpr off_t largest_object = 64 << 20;
constexpr const char* stage_prefix = "quarter-turn-";

bool is_in_path(const std::string& program) {
  std::string folders = std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
  folders += ':';
  for (std::size_t at = 0, end; (end = folders.find(':', at)) != std::string::npos; at = end + 1) {
    const std::string folder = folders.substr(at, end - at);
    if (!folder.empty() && access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

/// Stages of graders that were killed.
void remove_abandoned_stages() {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(fs::temp_directory_path(), error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(stage_prefix)) continue;
    const pid_t pid = std::atoi(name.c_str() + std::strlen(stage_prefix));
    struct stat status = {};
    if (pid <= 0 || lstat(entry.path().c_str(), &status) != 0) continue;
    if (status.st_uid == geteuid() && kill(pid, 0) != 0 && errno == ESRCH) {
      fs::remove_all(entry.path(), error);
    }
  }
}

void open_to_all(const fs::path& path) {
  fs::permissions(path, fs::is_directory(path) || path.extension() == ".worker" ? fs::perms(0755)
                                                                                : fs::perms(0644));
}

/// By a process of its own: a program cannot be started while a file that writes it is open
/// anywhere, and what another thread starts in this moment would hold ours open.
void stage_file(const fs::path& from, const fs::path& to) {
  fs::create_directories(to.parent_path());
  Command copy;
  copy.arguments = {"cp", "--", from.string(), to.string()};
  const Ended ended = run(copy);
  if (!ended.ok()) throw Failure(Exit::infrastructure, clean(ended.output, 500));
  open_to_all(to);
}

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
}

/// Copies what a compiler has left, if it is a plain file of sensible size.
bool take_object(const fs::path& from, const fs::path& to) {
  const int in = open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (in < 0) return false;
  struct stat status = {};
  bool ok = fstat(in, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= largest_object;
  std::string bytes;
  char buffer[1 << 16];
  for (ssize_t n; ok && (n = read(in, buffer, sizeof buffer)) > 0;) {
    bytes.append(buffer, static_cast<std::size_t>(n));
    ok = bytes.size() <= static_cast<std::size_t>(largest_object);
  }
  close(in);
  if (!ok) return false;
  write_file(to, bytes);
  open_to_all(to);
  return true;
}

/// True if no folder on the way keeps other users out.
bool is_open_to_all(const fs::path& folder) {
  struct stat status = {};
  for (fs::path at = folder; stat(at.c_str(), &status) == 0; at = at.parent_path()) {
    if ((status.st_mode & S_IXOTH) == 0) return false;
    if (at == at.root_path()) return true;
  }
  return false;
}

unsigned n_of_mine() {  // processes and threads of this user, who may be running much else
  unsigned n = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    struct stat status = {};
    if (!std::isdigit(entry.path().filename().string()[0])) continue;
    if (stat(entry.path().c_str(), &status) != 0 || status.st_uid != geteuid()) continue;
    for ([[maybe_unused]] const auto& task : fs::directory_iterator(entry.path() / "task", error)) {
      ++n;
    }
  }
  return n;
}

}  // namespace

const char* word(Isolation isolation) {
  return isolation == Isolation::bwrap ? "bwrap" : "uid";
}

Sandbox::Sandbox(const Tree& tree, const Syllabus& syllabus, Isolation isolation)
    : tree_(tree), syllabus_(syllabus), isolation_(isolation) {
  const bool root = geteuid() == 0;
  if (isolation == Isolation::bwrap && !is_in_path("bwrap")) {
    throw Failure(
        Exit::infrastructure,
        "bubblewrap (bwrap) is not in PATH, and without it the code of others is not run: "
        "apt-get install bubblewrap");
  }
  for (const char* program : {"setpriv", "prlimit"}) {
    if (!is_in_path(program)) {
      throw Failure(Exit::infrastructure, std::string(program) +
                                              " is not in PATH; it belongs to util-linux: "
                                              "apt-get install util-linux");
    }
  }
  if (isolation == Isolation::uid) {
    if (!root) {
      throw Failure(Exit::usage,
                    "--isolation uid runs code as another user, and only root can do "
                    "that; you are not root");
    }
    if (is_open_to_all(tree.root / "tests/hidden")) {
      throw Failure(Exit::infrastructure,
                    "with --isolation uid the code under test sees the files of this machine, and "
                    "tests/hidden is open to all: chmod go= " +
                        tree.root.string() + " first");
    }
  }
  if (root) {
    fs::create_directories("/run/quarter-turn");
    for (unsigned slot = 0; slot < most_slots && uid_ == 0; ++slot) {
      if (getpwuid(first_uid + slot) != nullptr) continue;  // somebody of this machine's
      const std::string file = "/run/quarter-turn/slot." + std::to_string(slot);
      slot_lock_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
      if (slot_lock_ >= 0 && flock(slot_lock_, LOCK_EX | LOCK_NB) == 0) {
        uid_ = first_uid + slot;
      } else if (slot_lock_ >= 0) {
        close(slot_lock_);
      }
    }
    if (uid_ == 0) throw Failure(Exit::infrastructure, "no slot is free in /run/quarter-turn");
  }
  remove_abandoned_stages();
  std::string name =
      (fs::temp_directory_path() / fmt::format("{}{}-XXXXXX", stage_prefix, getpid())).string();
  if (mkdtemp(name.data()) == nullptr) {
    throw Failure(Exit::infrastructure, "cannot make a folder in " +
                                            fs::temp_directory_path().string() + ": " +
                                            std::strerror(errno));
  }
  stage_ = name;
  fs::permissions(stage_, fs::perms(0711));
  for (const char* folder : {"in", "parts", "include", "worker"}) {
    fs::create_directory(stage_ / folder);
    open_to_all(stage_ / folder);
  }
  for (const char* folder : {"out", "records"}) {
    fs::create_directory(stage_ / folder);
    fs::permissions(stage_ / folder, fs::perms(0700));
  }
  if (root && chown((stage_ / "out").c_str(), uid_, uid_) != 0) {
    throw Failure(Exit::infrastructure, "cannot give a folder to user " + std::to_string(uid_));
  }
  const int filter = open((stage_ / "compiler.bpf").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  write_compiler_filter(filter);
  close(filter);
  stage_file(tree.root / "tools/cmake/exports.map", stage_ / "exports.map");
}

Sandbox::~Sandbox() {
  std::error_code ignored;
  fs::remove_all(stage_, ignored);
  if (slot_lock_ >= 0) close(slot_lock_);
}

std::vector<std::string> Sandbox::limits(const std::string& memory, const std::string& file_size,
                                         const std::string& cpu_seconds) const {
  std::vector<std::string> words;
  unsigned n_processes = 64;
  if (uid_ != 0) {  // limits on processes do not hold for root
    const std::string uid = std::to_string(uid_);
    words = {"setpriv",        "--reuid",        uid,           "--regid", uid,
             "--clear-groups", "--no-new-privs", "--pdeathsig", "KILL"};  // who ends the grader
                                                                          // ends what runs in here
  } else {
    n_processes += n_of_mine();
  }
  words.insert(words.end(),
               {"prlimit", "--as=" + memory, "--fsize=" + file_size, "--cpu=" + cpu_seconds,
                "--nproc=" + std::to_string(n_processes), "--nofile=256", "--core=0"});
  return words;
}

std::vector<std::string> Sandbox::walls() const {
  return {"bwrap",
          "--unshare-all",
          "--die-with-parent",
          "--new-session",
          "--clearenv",
          "--cap-drop",
          "ALL",
          "--uid",
          "65534",
          "--gid",
          "65534",
          "--hostname",
          "sandbox",
          "--ro-bind",
          "/usr",
          "/usr",
          "--symlink",
          "usr/bin",
          "/bin",
          "--symlink",
          "usr/lib",
          "/lib",
          "--symlink",
          "usr/lib64",
          "/lib64",
          "--setenv",
          "PATH",
          "/usr/bin",
          "--setenv",
          "LC_ALL",
          "C"};
}

/// A copy of a folder of headers, links followed; its place in the sandbox.
std::string Sandbox::include_folder(const fs::path& folder) {
  auto found = std::ranges::find(includes_, folder);
  const std::string name = std::to_string(found - includes_.begin());
  if (found == includes_.end()) {
    includes_.push_back(folder);
    fs::copy(folder, stage_ / "include" / name, fs::copy_options::recursive);
    for (const auto& entry : fs::recursive_directory_iterator(stage_ / "include" / name)) {
      open_to_all(entry.path());
    }
    open_to_all(stage_ / "include" / name);
  }
  return (isolation_ == Isolation::bwrap ? "/kit/include/" : (stage_ / "include/").string()) + name;
}

/// A copy of a header that the build precompiles, and of what came of it; its place in the sandbox.
/// Practice has it too, and with it names for which a student's file need include nothing.
std::string Sandbox::precompiled(const fs::path& header) {
  const bool walled = isolation_ == Isolation::bwrap;
  const fs::path folder = fs::path("include") / header.parent_path().filename();
  const std::string root = walled ? "/kit" : stage_.string();
  if (!fs::exists(stage_ / folder)) {
    std::string text = read_file(header);  // read where the compiler does not take the other
    for (const fs::path& include : std::vector(includes_)) {
      replace_all(text, include.string() + "/", include_folder(include) + "/");
    }
    fs::create_directory(stage_ / folder);
    write_file(stage_ / folder / header.filename(), text);
    const std::string compiled = header.string() + ".gch";
    if (fs::exists(compiled)) fs::copy(compiled, stage_ / folder);
    for (const auto& entry : fs::directory_iterator(stage_ / folder)) open_to_all(entry.path());
    open_to_all(stage_ / folder);
  }
  return root + "/" + (folder / header.filename()).string();
}

/// The build's own command, on paths of the sandbox, without a launcher.
std::vector<std::string> Sandbox::compile_command(const Exercise& exercise) {
  std::vector<std::string> words = kit::compile_command(tree_, exercise);
  if (fs::path(words[0]).filename() == "ccache") words.erase(words.begin());
  words[0] = fs::canonical(words[0]).string();  // not by /etc/alternatives, which is not there
  std::vector<std::string> result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i];
    if (word == "-Winvalid-pch") continue;
    if (word == "-include") {
      result.insert(result.end(), {word, precompiled(words[++i])});
      continue;
    }
    const bool next = word == "-isystem" || word == "-I";
    if (next) result.push_back(word);
    if (next) word = words[++i];
    const std::string folder = next ? word : word.starts_with("-I") ? word.substr(2) : "";
    if (!folder.empty() && !folder.starts_with("/usr/")) {
      word = (next ? "" : "-I") + include_folder(folder);
    }
    result.push_back(word);
  }
  result.push_back("-fmax-errors=5");
  for (std::string word : syllabus_.link_options) {
    replace_all(
        word, (tree_.root / "tools/cmake/exports.map").string(),
        isolation_ == Isolation::bwrap ? "/kit/exports.map" : (stage_ / "exports.map").string());
    result.push_back(word);
  }
  return result;
}

Sandbox::Compiled Sandbox::compile(const Exercise& exercise, std::string_view text) {
  const std::string name = exercise.name + ".cpp";
  fs::remove_all(stage_ / "in");
  fs::create_directory(stage_ / "in");
  open_to_all(stage_ / "in");
  write_file(stage_ / "in" / name, text);
  open_to_all(stage_ / "in" / name);
  for (const auto& entry : fs::directory_iterator(stage_ / "out")) fs::remove_all(entry.path());

  const bool walled = isolation_ == Isolation::bwrap;
  const std::string root = walled ? "/kit" : stage_.string();
  std::vector<std::string> compiler = compile_command(exercise);
  compiler.insert(compiler.end(), {"-shared", root + "/in/" + name, "-o", root + "/out/part.so"});

  Command command;
  std::vector<std::string>& words = command.arguments;
  words = {"sh", "-c", "exec 9<\"$0\"; exec \"$@\"", (stage_ / "compiler.bpf").string()};
  const auto add = [&](const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  add(limits("2147483648", "67108864", "60"));
  if (walled) {
    add(walls());
    add({"--seccomp", "9", "--dev-bind", "/dev/null", "/dev/null", "--size", "134217728", "--tmpfs",
         "/tmp"});
    for (const char* folder : {"in", "include"}) {
      add({"--ro-bind", (stage_ / folder).string(), root + "/" + folder});
    }
    add({"--ro-bind", (stage_ / "exports.map").string(), "/kit/exports.map", "--bind",
         (stage_ / "out").string(), "/kit/out", "--remount-ro", "/", "--chdir", "/kit/in"});
  } else {
    add({"env", "-i", "PATH=/usr/bin", "LC_ALL=C", "TMPDIR=" + (stage_ / "out").string()});
  }
  // The file says that the sandbox stood before the compiler saw a byte of the student's.
  add({"/usr/bin/sh", "-c", ": >\"$0\" && exec \"$@\"", root + "/out/started"});
  add(compiler);
  command.seconds = 120;
  const Ended ended = run(command);
  if (!fs::exists(stage_ / "out/started")) {
    std::string why = clean(ended.output, 500);
    if (why.find("uid map") != std::string::npos || why.find("namespace") != std::string::npos) {
      why +=
          "This machine does not let users make namespaces. On Ubuntu: sysctl -w "
          "kernel.apparmor_restrict_unprivileged_userns=0; in a container: --privileged, or "
          "grade outside of it.";
    }
    throw Failure(Exit::infrastructure, "the sandbox could not be started: " + why);
  }
  if (ended.output.find("No space left on device") != std::string::npos && !walled) {
    throw Failure(Exit::infrastructure, "the disk is full: " + stage_.string());
  }
  const fs::path object = stage_ / "part.so";
  if (ended.ok() && take_object(stage_ / "out/part.so", object)) return {object, ""};
  if (ended.timed_out && is_busy()) {
    throw Failure(Exit::infrastructure, "this machine is too busy to compile " + name);
  }
  if (ended.timed_out) return {{}, "the compiler was still busy after 120 seconds"};
  std::string error = first_complaint(ended.output, "error", root + "/in/" + name, root + "/in");
  if (error.find("terminated program cc1plus") != std::string::npos ||
      error.find("out of memory") != std::string::npos ||
      error.find("virtual memory exhausted") != std::string::npos) {
    error = "the compiler needed more than 60 seconds or 2 GB and was stopped";
  }
  replace_all(error, root + "/in/", "");
  if (error.empty()) error = "the compiler failed without a word";
  return {{}, error};
}

std::vector<std::string> Sandbox::worker_command(const Exercise& exercise, const fs::path& object) {
  const std::string worker = exercise.name + ".worker";
  const fs::path built = tree_.build() / "grading";
  if (!fs::exists(stage_ / "worker" / worker)) {
    stage_file(built / worker, stage_ / "worker" / worker);
  }
  fs::remove_all(stage_ / "parts");
  fs::create_directory(stage_ / "parts");
  open_to_all(stage_ / "parts");
  std::vector<std::string> binds;
  for (const std::string& model : lines_of(read_file(built / (exercise.name + ".models")))) {
    if (model.empty()) continue;
    const fs::path part = fs::path("parts") / model / "model.so";
    stage_file(tree_.build() / part, stage_ / part);
    open_to_all((stage_ / part).parent_path());
    binds.insert(binds.end(),
                 {"--ro-bind", (stage_ / part).string(), (fs::path("/kit") / part).string()});
  }
  std::vector<std::string> words = limits("4294967296", "0", "60");
  const auto add = [&](const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  if (isolation_ == Isolation::bwrap) {
    add(walls());
    add({"--setenv", "OMP_WAIT_POLICY", "passive", "--dir", "/kit/parts"});
    add(binds);
    add({"--ro-bind", (stage_ / "worker" / worker).string(), "/kit/" + worker, "--ro-bind",
         object.string(), "/kit/part.so", "--remount-ro", "/", "--chdir", "/kit", "/kit/" + worker,
         "/kit/part.so", "/kit/parts"});
  } else {
    add({"env", "-i", "OMP_WAIT_POLICY=passive", (stage_ / "worker" / worker).string(),
         object.string(), (stage_ / "parts").string()});
  }
  return words;
}

Proof prove_isolation(const Tree& tree, const Syllabus& syllabus, bool again) {
  const fs::path probe = tree.root / "tests/attacks/probe.cpp";
  const fs::path kept = tree.root / ".kit/grading/isolation";
  const Exercise& exercise = syllabus.at("linear");
  std::string this_machine = read_file("/proc/sys/kernel/random/boot_id") +
                             read_file("/proc/sys/kernel/osrelease") + std::to_string(geteuid()) +
                             " " + fingerprint(probe) + " " +
                             fingerprint(tree.build() / "grading/linear.worker") + " " +
                             fingerprint(tree.build() / "tools/kit/grader/kit-grade") + "\n";
  Sandbox sandbox(tree, syllabus, Isolation::bwrap);  // says it if there is no bwrap
  if (!again && read_file(kept) == this_machine) return {};

  Proof proof;
  const std::string text = fmt::format(
      "#define KIT_ROOT \"{0}\"\n#define KIT_HIDDEN \"{0}/tests/hidden/01_numbers/linear.cpp\"\n"
      "#line 1\n{1}",
      tree.root.string(), read_file(probe));
  const Sandbox::Compiled compiled = sandbox.compile(exercise, text);
  if (compiled.object.empty()) {
    proof.problem = "the probe does not compile in the sandbox: " + compiled.error;
    return proof;
  }
  const fs::path record_file = tree.root / ".kit/grading" / fmt::format("probe.{}", getpid());
  record_run(tree.build() / "grading/linear.graded", compiled.object, record_file,
             {.worker = sandbox.worker_command(exercise, compiled.object)});
  const Record record = read_record(record_file);
  fs::remove(record_file);
  bool ended = false;
  for (const std::string& line : lines_of(record.output)) {
    if (line.starts_with("possible: ")) proof.problem += (proof.problem.empty() ? "" : "; ") + line;
    if (line.starts_with("possible: ") || line.starts_with("denied: ")) proof.lines.push_back(line);
    ended = ended || line == "probe done";
  }
  if (proof.problem.empty() && !ended) {
    proof.problem = "the probe did not come to its end: " + clean(record.output, 500);
  }
  if (proof.problem.empty()) write_file(kept, this_machine);
  return proof;
}

}  // namespace kit
